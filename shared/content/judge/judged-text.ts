import type { Heading, Image, Link, Nodes, Root } from 'mdast';
import { checkBounds } from '../bounds/bounds.ts';
import { depthOf } from '../depth.ts';
import { unwrapFence } from '../markdown/fence.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { eachNode } from '../walk.ts';

/** A paragraph, heading or cell: its words without code, and their places. */
export interface Block {
  kind: 'paragraph' | 'heading' | 'tableCell';
  text: string;
  /** Whether the block has a link or a footnote. */
  hasSource: boolean;
  isQuoted: boolean;
  /** Returns the place in the Markdown of a part of the block's words. */
  placeOf(index: number, length: number): Place;
}

export interface Place {
  start: number;
  end: number;
}

/** A post's Markdown in the form that checks use. Code is not part of it. */
export interface JudgedText {
  blocks: Block[];
  headings: { depth: number; place: Place }[];
  images: { alt: string; url: string; place: Place }[];
  links: { url: string; words: string; place: Place; isAlone: boolean }[];
  /** Raw HTML, unchanged. */
  html: { value: string; place: Place }[];
  /** The fence around the whole text. */
  fence: Place | null;
}

/** More deeply nested nodes are not rendered either. */
const MAX_DEPTH = 420;

/** Parses a text to be judged. Throws AppError `content_too_complex`. */
export function readJudgedText(source: string): JudgedText {
  checkBounds(source);
  const written = parseMarkdown(source);
  const tree = unwrapFence(written, source);
  const opening = written.children.find(({ type }) => type === 'code')?.position?.start.offset ?? 0;
  const shift = tree === written ? 0 : source.indexOf('\n', opening) + 1;
  const inner = source.slice(shift);
  const text: JudgedText = {
    ...{ blocks: [], headings: [], images: [], links: [], html: [] },
    fence: tree === written ? null : { start: opening, end: shift },
  };
  if (depthOf(tree) <= MAX_DEPTH) read(tree, text, { inner, shift });
  return text;
}

interface Reading {
  inner: string;
  shift: number;
}

function read(tree: Root, text: JudgedText, reading: Reading): void {
  const definitions = new Map<string, string>();
  eachNode(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
  });
  const placeOf = (node: Nodes): Place => ({
    start: reading.shift + (node.position?.start.offset ?? 0),
    end: reading.shift + (node.position?.end.offset ?? 0),
  });
  const quoted = new Set<Nodes>();
  const alone = new Set<Nodes>();
  eachNode(tree, (node) => {
    if (node.type === 'blockquote' || quoted.has(node)) {
      if ('children' in node) for (const child of node.children) quoted.add(child);
    }
    if (node.type === 'paragraph' && node.children.length === 1 && node.children[0]) alone.add(node.children[0]);
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      text.blocks.push(blockOf(node, quoted.has(node), reading));
    }
    if (node.type === 'heading') text.headings.push({ depth: (node as Heading).depth, place: placeOf(node) });
    if (node.type === 'html') text.html.push({ value: node.value, place: placeOf(node) });
    if (node.type === 'image' || node.type === 'imageReference') {
      const url = node.type === 'image' ? node.url : (definitions.get(node.identifier) ?? '');
      text.images.push({ alt: (node as Image).alt ?? '', url, place: placeOf(node) });
    }
    if (node.type === 'link' || node.type === 'linkReference') {
      const url = node.type === 'link' ? (node as Link).url : (definitions.get(node.identifier) ?? '');
      text.links.push({ url, words: wordsIn(node), place: placeOf(node), isAlone: alone.has(node) });
    }
  });
}

/** Replaces code, pictures and other nodes without words of their own. */
const OTHER = '\u0000';

function blockOf(block: Nodes & { type: Block['kind'] }, isQuoted: boolean, { inner, shift }: Reading): Block {
  const starts: { index: number; offset: number }[] = [];
  let text = '';
  let hasSource = false;
  const walk = (node: Nodes) => {
    if (node.type === 'link' || node.type === 'linkReference' || node.type === 'footnoteReference') hasSource = true;
    if (node.type === 'text' || node.type === 'escaped') {
      starts.push({ index: text.length, offset: node.position?.start.offset ?? 0 });
      // A character that the author escaped is not part of a placeholder.
      text += node.type === 'escaped' ? OTHER : node.value;
    } else if (node.type === 'break') text += '\n';
    else if ('children' in node) for (const child of node.children) walk(child);
    else if (node.type !== 'html') text += OTHER;
  };
  walk(block);
  return {
    ...{ kind: block.type, text, hasSource, isQuoted },
    placeOf(index, length) {
      const from = starts.findLast((each) => each.index <= index) ?? { index: 0, offset: 0 };
      const guess = from.offset + index - from.index;
      const words = text.slice(index, index + length);
      // An escape or the marker of a line in the source can shift the offset.
      const found = inner.startsWith(words, guess) ? guess : inner.indexOf(words, from.offset);
      const start = shift + (found < 0 ? guess : found);
      return { start, end: start + length };
    },
  };
}

function wordsIn(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map(wordsIn).join('') : '';
}
