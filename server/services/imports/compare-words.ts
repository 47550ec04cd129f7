import type { Element, Nodes as HastNode } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { SKIP, visit } from 'unist-util-visit';
import { videoOf } from '#shared/content/html/video.ts';
import { attributeOf, classesOf, findElement } from '../import/html/hast.ts';
import { tweetAddress } from '../import/html/social-posts.ts';

/** The largest number of missing words that are listed for a post. */
const MOST_NAMED = 40;

/** The share of a text's words that another text contains. */
export interface WordComparison {
  /** 0 to 1; 1 for a text without words. */
  share: number;
  /** The first missing words, in the order of the text. */
  missing: string[];
}

/** Elements whose text is not shown. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object']);

/**
 * The words of an HTML text as a reader sees them, including the alternative texts of its pictures. A video counts as
 * the address of its page, however a program shows it: as a player, as an address on a line of its own, or as our card.
 */
export function wordsOfHtml(html: string): string[] {
  const texts: string[] = [];
  visit(fromHtml(html, { fragment: true }) as HastNode, (node) => {
    if (node.type === 'text') texts.push(asShown(node.value));
    if (node.type !== 'element') return undefined;
    const video = videoIn(node);
    if (video !== null) {
      texts.push(` ${video} `);
      // The words of a link to the video become the title of our card.
      return node.tagName === 'iframe' ? SKIP : undefined;
    }
    if (UNREAD.has(node.tagName)) return SKIP;
    if (node.tagName === 'img' && typeof node.properties.alt === 'string') texts.push(` ${node.properties.alt} `);
    // Between the texts of two blocks a reader sees a line break.
    if (/^(p|div|li|h\d|td|th|br|tr|pre|blockquote|figcaption|dt|dd|section|article)$/.test(node.tagName))
      texts.push(' ');
    return undefined;
  });
  return wordsOf(texts.join(''));
}

/** The address of the video that a player or a card of ours shows; null for any other element. */
function videoIn(node: Element): string | null {
  if (node.tagName === 'iframe') return videoOf(attributeOf(node, 'src'))?.href ?? null;
  if (!classesOf(node).includes('video-card')) return null;
  const link = findElement(node, ({ tagName }) => tagName === 'a');
  return link && (videoOf(attributeOf(link, 'href'))?.href ?? null);
}

/**
 * A text that consists only of the address of a video or of a post on X is replaced by its standard form, which is the
 * same for all spellings.
 */
function asShown(text: string): string {
  const address = text.trim();
  if (!/^https?:\S+$/i.test(address)) return text;
  const shown = videoOf(address)?.href ?? tweetAddress(address);
  return shown === null ? text : ` ${shown} `;
}

/** The words of a Markdown text, which may contain HTML and the tags of a template language. */
export function wordsOfMarkdown(markdown: string): string[] {
  const texts: string[] = [];
  const plain = markdown.replace(/\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g, ' ');
  const tree = fromMarkdown(plain, {
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  });
  let unread = 0;
  /** In the order in which a reader meets the notes; this order determines their numbers. */
  const notes: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'html') {
      unread +=
        countOf(node.value, /<(script|style|iframe|object)\b/gi) -
        countOf(node.value, /<\/(script|style|iframe|object)>/gi);
      texts.push(' ', wordsOfHtml(node.value).join(' '), isInline(node.value) ? '' : ' ');
    } else if (unread <= 0 && (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code')) {
      texts.push(node.type === 'text' ? asShown(node.value) : node.value, node.type === 'code' ? ' ' : '');
    } else if (node.type === 'footnoteReference') {
      if (!notes.includes(node.identifier)) notes.push(node.identifier);
      texts.push(String(notes.indexOf(node.identifier) + 1));
    } else if (node.type === 'image' || node.type === 'imageReference') texts.push(` ${node.alt ?? ''} `);
    else if (/^(paragraph|heading|listItem|tableCell|break|blockquote)$/.test(node.type)) texts.push(' ');
  });
  return wordsOf(texts.join(''));
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const isInline = (html: string) => /^<\/?(a|b|i|em|strong|code|span|u|s|sub|sup|mark|small|abbr)\b/i.test(html);

/**
 * Compares words as a reader would: letters and digits count, in any case; punctuation, the encoding of accents and
 * invisible characters do not.
 */
export function compareWords(source: readonly string[], ours: readonly string[]): WordComparison {
  const here = new Map<string, number>();
  for (const word of ours) here.set(word, (here.get(word) ?? 0) + 1);
  const missing: string[] = [];
  for (const word of source) {
    const left = here.get(word) ?? 0;
    if (left > 0) here.set(word, left - 1);
    else missing.push(word);
  }
  const share = source.length === 0 ? 1 : (source.length - missing.length) / source.length;
  return { share, missing: missing.slice(0, MOST_NAMED) };
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
