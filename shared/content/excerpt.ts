import type { Element, Root } from 'hast';
import { AppError } from '#shared/kernel/errors.ts';
import { setVideoCards } from './html/embed-frames.ts';
import { plainText } from './plain-text.ts';
import { contentTree } from './tree.ts';

/**
 * Returns the beginning of a post as plain text of about `about` characters: its paragraphs and lists, without
 * headings, code, tables and footnotes unless there is nothing else. The text is cut at the end of a sentence if one
 * ends in the last third, else at the end of a word with "…" after it.
 */
export function excerptOf(markdown: string, about = 160): string {
  return cutAt(beginning(markdown).replaceAll('\n', ' '), about);
}

function beginning(markdown: string): string {
  try {
    const { tree } = contentTree(markdown);
    setVideoCards(tree);
    const prose: Root = {
      type: 'root',
      children: tree.children.filter((node) => node.type === 'element' && isProse(node)),
    };
    return plainText(prose) || plainText(tree);
  } catch (error) {
    if (error instanceof AppError && error.code === 'content_too_complex') return markdown.slice(0, 10_000);
    throw error;
  }
}

function isProse(node: Element): boolean {
  return ['p', 'ul', 'ol', 'blockquote', 'dl'].includes(node.tagName);
}

function cutAt(text: string, about: number): string {
  const flat = text
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
  if (flat.length <= about) return flat;
  const sentence = Math.max(...['. ', '! ', '? ', '." ', '.” '].map((end) => lastEnd(flat, end, about)));
  if (sentence >= (about * 2) / 3) return flat.slice(0, sentence);
  const room = about - 1;
  const word = flat[room] === ' ' ? room : flat.lastIndexOf(' ', room);
  const end = word > about / 2 ? word : wholeCharacters(flat, room);
  return `${flat.slice(0, end).replace(/[\s,;:–—-]{1,3}$/, '')}…`;
}

function lastEnd(text: string, end: string, about: number): number {
  const at = text.lastIndexOf(end, about - end.length + 1);
  return at < 0 ? -1 : at + end.length - 1;
}

function wholeCharacters(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
