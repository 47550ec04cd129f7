import { setImmediate } from 'node:timers/promises';
import type { Parents, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { isDeepHtml } from '#shared/content/from-html/deep-html.ts';
import { markdownOfTree } from '#shared/content/from-html/markdown-of-tree.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { keepFromCleaning } from '#shared/content/markdown/keep-from-cleaning.ts';
import { createElementReaders } from './element-readers.ts';
import { readFootnotes } from './footnotes.ts';
import { attributeOf, isElement } from './hast.ts';
import { createNotes, type Notes } from './notes.ts';
import { tidyTree } from './tidy-tree.ts';

/** A text as a post keeps it, and what of it has no Markdown. */
export interface ReadHtml {
  markdown: string;
  /** The HTML it was read from, whose words are compared with those of the post. */
  original: string;
  /** A sentence for each kind of thing that was left out or became something else. */
  notes: readonly string[];
}

/** What a source knows of its own HTML. */
export interface HtmlReading {
  /** What is to be told of the text, beside what is told of its HTML. */
  notes?: Notes;
  /** Reads what only its program writes. */
  readOwn?: (tree: Root, notes: Notes) => void;
  /** The address a picture has in the source, and a link to the source's own site: others stay as they are. */
  picture?: (address: string) => string;
  link?: (address: string) => string;
}

/** Characters of HTML, and its elements; a post may have a million bytes of Markdown and 16,000 lines. */
const MOST_HTML = 5_500_000;
const MOST_ELEMENTS = 60_000;
/** Blocks that are written at once. Between them the process does what else it has to do. */
const AT_ONCE = 200;

/** What other site generators take for a tag of theirs has to stay what it says. */
const templateSigns = [
  { character: '{', after: '[{%:]', inConstruct: 'phrasing' as const },
  { character: '{', before: '\\{', inConstruct: 'phrasing' as const },
  { character: '%', before: '\\{', inConstruct: 'phrasing' as const },
];

/**
 * Reads the HTML that another program kept a post's text in. Nothing in it is run, asked for or followed.
 * @throws ImportFault for a text no post can hold
 */
export async function htmlToMarkdown(html: string, reading: HtmlReading = {}): Promise<ReadHtml> {
  if (html.length > MOST_HTML || countElements(html) > MOST_ELEMENTS) {
    throw new ImportFault('Its text is larger than a post can be');
  }
  const { notes = createNotes(), readOwn } = reading;
  const tree = parse(html);
  readOwn?.(tree, notes);
  tidyTree(tree, notes);
  changeAddresses(tree, reading);
  const handlers = { ...createElementReaders(notes), ...readFootnotes(tree) };
  // Its readers had every word of it: none is a generator's.
  const writing = { handlers, unsafe: templateSigns, change: keepFromCleaning };
  const texts: string[] = [];
  for (const part of partsOf(tree)) {
    if (texts.length > 0) await setImmediate();
    texts.push(markdownOfTree(part, writing));
  }
  return { markdown: texts.filter((text) => text !== '').join('\n\n'), original: html, notes: notes.all() };
}

function countElements(html: string): number {
  return html.match(/<[a-z]/gi)?.length ?? 0;
}

function parse(html: string): Root {
  const bounded = withoutEndlessTags(html);
  const plain = isDeepHtml(bounded) ? withoutBoxes(bounded) : bounded;
  if (isDeepHtml(plain)) throw new ImportFault('Its text has more than 400 elements in one another');
  return fromHtml(plain, { fragment: true });
}

/** Tags of more attributes than any has: the parser compares each with all before it. */
function withoutEndlessTags(html: string): string {
  return html.replace(/<[a-z][^<>]{2000,}(?:>|$)/gi, (tag) => ((tag.match(/\s/g)?.length ?? 0) > 2000 ? '' : tag));
}

/** Boxes say nothing that Markdown could: where there are too many, their ends are those of paragraphs. */
function withoutBoxes(html: string): string {
  return html.replace(/<\/?(?:div|section|article|main|span|font|center)\b[^<>]*>/gi, (tag) =>
    /^<\/?(?:span|font)/i.test(tag) ? '' : '<p>',
  );
}

/** The tree in parts that begin with a paragraph or a heading: written one by one they are the same text. */
function partsOf({ children }: Root): Root[] {
  const parts: RootContent[][] = [[]];
  for (const child of children) {
    const isBegin = child.type === 'element' && /^(?:p|h[1-6])$/.test(child.tagName);
    if (isBegin && (parts.at(-1)?.length ?? 0) >= AT_ONCE) parts.push([]);
    parts.at(-1)?.push(child);
  }
  return parts.map((part) => ({ type: 'root', children: part }));
}

/** Gives pictures and links of a tree the addresses that the source says. */
function changeAddresses(parent: Parents, addresses: Pick<HtmlReading, 'picture' | 'link'>): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { properties } = child;
    if (isElement(child, 'img') && addresses.picture) properties.src = addresses.picture(attributeOf(child, 'src'));
    const href = attributeOf(child, 'href').trim();
    if (isElement(child, 'a') && href !== '' && addresses.link) properties.href = addresses.link(href);
    changeAddresses(child, addresses);
  }
}
