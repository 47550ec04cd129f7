import type { Nodes, Root } from 'mdast';
import { type Extension, fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';
import { checkBounds } from '#shared/content/bounds/bounds.ts';

/** A range of characters in a text: the index of its first, and the index after its last, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** The address of a picture or a link in a Markdown text, in Markdown's own form or in an HTML tag. */
export interface Address extends Span {
  kind: 'picture' | 'link';
  /** The address with its escapes and entities decoded. */
  url: string;
  /** The whole picture or link, with its alternative text and brackets. */
  whole: Span;
  /** A picture's alternative text as plain text; empty for a link. */
  alt: string;
}

interface MarkdownPlaces {
  addresses: Address[];
  /** Code blocks and code spans, in the order of the text. */
  code: Span[];
  /** HTML, in which Markdown's own syntax has no meaning. */
  html: Span[];
}

// The same as in the content pipeline (shared/content/markdown/parse.ts): without the transforms that look for bare
// addresses.
const gfmTree = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));
const syntax = gfm({ singleTilde: false });

/**
 * Finds the positions of the addresses and of the code in a text, so that single addresses can be changed while every
 * other character stays as it was written. Throws AppError `content_too_complex`.
 */
export function findPlaces(markdown: string): MarkdownPlaces {
  checkBounds(markdown);
  const destinations: Span[] = [];
  // The parser would remove a byte order mark, and every position would be off by one.
  const tree = fromMarkdown(markdown.replace(/^\ufeff/, '\u00ad'), {
    extensions: [syntax],
    mdastExtensions: [...gfmTree, destinationRecorder(destinations)],
  });
  const spansOf = (...types: string[]) => {
    const spans: Span[] = [];
    visit(tree, types, (node) => {
      spans.push(spanOf(node));
    });
    return spans;
  };
  return {
    addresses: [...markdownAddresses(tree, destinations), ...htmlAddresses(tree, markdown)],
    code: spansOf('code', 'inlineCode'),
    html: spansOf('html'),
  };
}

/** Replaces spans that do not overlap. */
export function replaceSpans(text: string, edits: readonly (Span & { text: string })[]): string {
  let result = '';
  let done = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < done) continue;
    result += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done);
}

/** The tree contains the addresses but not their positions; the tokens from which it is made contain the positions. */
function destinationRecorder(found: Span[]): Extension {
  const record = (token: { start: { offset: number }; end: { offset: number } }) => {
    found.push({ start: token.start.offset, end: token.end.offset });
  };
  return { exit: { resourceDestination: record, definitionDestination: record } };
}

function markdownAddresses(tree: Root, destinations: readonly Span[]): Address[] {
  const byEnd = [...destinations].sort((a, b) => a.end - b.end);
  const destinationIn = (whole: Span) => lastWithin(byEnd, whole);
  const definitions = new Map<string, Span & { url: string }>();
  visit(tree, 'definition', (node) => {
    const place = destinationIn(spanOf(node));
    if (place && !definitions.has(node.identifier)) definitions.set(node.identifier, { ...place, url: node.url });
  });
  const addresses: Address[] = [];
  visit(tree, (node) => {
    const whole = spanOf(node);
    if (node.type === 'image' || node.type === 'link') {
      const place = destinationIn(whole);
      // An autolink in angle brackets or a bare address has no separate destination, and none of our addresses is
      // written so.
      if (!place) return;
      const isPicture = node.type === 'image';
      const alt = node.type === 'image' ? (node.alt ?? '') : '';
      addresses.push({ kind: isPicture ? 'picture' : 'link', url: node.url, ...place, whole, alt });
    }
    if (node.type === 'imageReference' || node.type === 'linkReference') {
      const place = definitions.get(node.identifier);
      const isPicture = node.type === 'imageReference';
      const alt = node.type === 'imageReference' ? (node.alt ?? '') : '';
      if (place) addresses.push({ kind: isPicture ? 'picture' : 'link', ...place, whole, alt });
    }
  });
  return addresses;
}

/** The last of the spans that lies inside `whole`: a picture's own address follows any addresses in its text. */
function lastWithin(byEnd: readonly Span[], whole: Span): Span | undefined {
  let low = 0;
  let high = byEnd.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byEnd[middle]?.end ?? 0) <= whole.end) low = middle + 1;
    else high = middle;
  }
  const last = byEnd[low - 1];
  return last && last.start >= whole.start ? last : undefined;
}

const tag = /<(img|a)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /(?<=^|[\s"'])(src|href|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

function htmlAddresses(tree: Root, markdown: string): Address[] {
  const addresses: Address[] = [];
  visit(tree, 'html', (node) => {
    const { start, end } = spanOf(node);
    const shown = markdown.slice(start, end).replace(/<!--.*?(?:-->|$)/gs, (comment) => ' '.repeat(comment.length));
    for (const match of shown.matchAll(tag)) {
      const isPicture = match[1]?.toLowerCase() === 'img';
      const from = start + match.index;
      const attributesAt = from + 1 + (match[1]?.length ?? 0);
      let alt = '';
      let place: (Span & { url: string }) | null = null;
      for (const each of (match[2] ?? '').matchAll(attribute)) {
        const value = each[2] ?? each[3] ?? each[4] ?? '';
        const name = each[1]?.toLowerCase();
        if (name === 'alt') alt = value;
        if (name !== (isPicture ? 'src' : 'href')) continue;
        const valueEnd = attributesAt + each.index + each[0].length - (each[4] === undefined ? 1 : 0);
        place = { url: decoded(value), start: valueEnd - value.length, end: valueEnd };
      }
      const whole = { start: from, end: from + match[0].length };
      if (place) addresses.push({ kind: isPicture ? 'picture' : 'link', ...place, whole, alt: decoded(alt) });
    }
  });
  return addresses;
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", apos: "'", nbsp: ' ' };

function decoded(attributeText: string): string {
  return attributeText
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

function spanOf(node: Nodes): Span {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}
