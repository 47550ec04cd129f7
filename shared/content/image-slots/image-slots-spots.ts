import type { Nodes, Paragraph, Root } from 'mdast';
import { endOf, startOf } from './image-slots-words.ts';

/** A place for a picture. */
export interface Place {
  readonly offset: number;
  /** Where the text continues after the place: the next sentence, or the same offset at the end of a block. */
  readonly resume: number;
}

/**
 * Returns the places where a picture may be inserted, in order: the ends of sentences in paragraphs and of blocks,
 * never inside a word, a link, code, a table, a heading, a list or raw HTML. The last place is the end of the text, or
 * the place before a block that never ends (a fence that was not closed). `isLastOpen` says whether the last block is
 * such a block.
 */
export function spotsOf(tree: Root, markdown: string, isLastOpen: (end: number) => boolean): Place[] {
  const spots: Place[] = [];
  let openTags = 0;
  let end = 0;
  for (const [index, node] of tree.children.entries()) {
    const isLast = index === tree.children.length - 1;
    if (node.type === 'html') openTags = Math.max(0, openTags + tagBalance(node.value));
    else if (openTags === 0 && node.type === 'paragraph') spots.push(...sentenceEnds(node, markdown));
    const mayEnd = openTags === 0 && ['paragraph', 'list', 'blockquote', 'table', 'code'].includes(node.type);
    if (isLast && (node.type === 'code' || node.type === 'html') && isLastOpen(endOf(node))) continue;
    end = endOf(node);
    if (mayEnd) spots.push({ offset: end, resume: end });
  }
  if (spots.at(-1)?.offset !== end) spots.push({ offset: end, resume: end });
  return spots;
}

const voidTags = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** Returns how many HTML elements a piece opens and does not close; negative where it closes more. */
function tagBalance(html: string): number {
  let balance = 0;
  for (const [, slash, name = '', selfClosing] of html.matchAll(/<(\/?)([a-z][\w-]*)\b[^>]*?(\/?)>/gi)) {
    if (voidTags.has(name.toLowerCase()) || selfClosing === '/') continue;
    balance += slash === '/' ? -1 : 1;
  }
  return balance;
}

/**
 * A mark that ends a sentence, with the closing quotes and brackets after it, and followed by a blank; CJK needs no
 * blank.
 */
const sentenceEnd = /[.!?…]["'”’»)\]]*(?=\s)|[。！？｡．]["”’»」』）]*/gu;

/** Abbreviations whose full stop does not end a sentence, and initials. */
const abbreviation =
  /(?:^|[\s("'“‘])(?:\p{L}|e\.g|i\.e|etc|vs|cf|al|approx|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|No|Fig|Vol|pp|Inc|Ltd)\.$/u;

/** Returns the places after the sentences of a paragraph, except the last sentence. */
function sentenceEnds(paragraph: Paragraph, markdown: string): Place[] {
  const start = startOf(paragraph);
  const plain = plainText(paragraph, markdown);
  // If a paragraph with such a line were cut in two before it, its second half could become a table.
  const lastRule = [...plain.matchAll(/^[ \t>]*[|:-][-|: \t]*$/gm)].at(-1)?.index ?? -1;
  const ends: Place[] = [];
  let from = 0;
  for (const match of plain.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    const next = end + (/^\s*/.exec(plain.slice(end, end + MAX_BLANK))?.[0].length ?? 0);
    const sentence = plain.slice(from, end);
    if (next >= plain.length || !/\p{L}/u.test(sentence) || abbreviation.test(sentence.slice(-MAX_WORD))) continue;
    from = next;
    if (next <= lastRule || !mayBegin(plain.slice(next, next + MAX_WORD), markdown.slice(start + next))) continue;
    ends.push({ offset: start + end, resume: start + next });
  }
  return ends;
}

/** The longest abbreviation with what precedes it, and the longest run of blanks that is examined. */
const MAX_WORD = 12;
const MAX_BLANK = 1000;

/** Whether a text by itself is a paragraph, and not a list, heading, definition, fence or raw HTML. */
function mayBegin(plain: string, markdown: string): boolean {
  const isWord = /^[\p{L}\p{N}"'“‘(¿¡«„]/u.test(plain) && !/^\d{1,9}[.)](\s|$)/.test(plain);
  return isWord && !/^(?:[<`~]|\[[^\]\n]{0,1000}\]:)/.test(markdown);
}

/**
 * Returns a paragraph's own text; everything else (links, code, emphasis, pictures, the content of HTML elements) is
 * replaced by letters that end no sentence. The result is as long as the paragraph's Markdown, so that offsets in both
 * are the same.
 */
function plainText(paragraph: Paragraph, markdown: string): string {
  const from = startOf(paragraph);
  const letters = markdown.slice(from, endOf(paragraph)).replace(/[^\n]/g, 'x').split('');
  let openTags = 0;
  for (const child of paragraph.children) {
    if (child.type === 'html') openTags = Math.max(0, openTags + tagBalance(child.value));
    if (child.type !== 'text' || openTags > 0) continue;
    const [start, end] = [startOf(child), endOf(child)];
    for (let index = start; index < end; index += 1) letters[index - from] = markdown[index] ?? ' ';
  }
  return letters.join('');
}

/** Whether the last block of a text continues when something is appended: `isLastOpen` of {@link spotsOf}. */
export function isOpenAtEnd(parse: (markdown: string) => Root, markdown: string): boolean {
  const appended = parse(`${markdown}\n\nx`);
  const last: Nodes | undefined = appended.children.at(-1);
  return last?.type !== 'paragraph' || startOf(last) !== markdown.length + 2;
}
