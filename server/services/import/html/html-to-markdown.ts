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

/** A text as a post stores it, with notes about content that Markdown cannot express. */
export interface ReadHtml {
  markdown: string;
  /** The HTML from which it was read; its words are compared with those of the post. */
  original: string;
  /** A sentence for each kind of content that was left out or converted to something else. */
  notes: readonly string[];
}

/** The rules of a source for its own HTML. */
export interface HtmlReading {
  /** Notes about the text, in addition to those about its HTML. */
  notes?: Notes;
  /** Converts elements that only this program writes. */
  readOwn?: (tree: Root, notes: Notes) => void;
  /**
   * The address of a picture in the source, and of a link to the source's own site: other addresses stay as they are.
   */
  picture?: (address: string) => string;
  link?: (address: string) => string;
}

/**
 * The largest numbers of characters of HTML and of elements; a post may have a million bytes of Markdown and 16,000
 * lines.
 */
const MOST_HTML = 5_500_000;
const MOST_ELEMENTS = 60_000;
/** The number of blocks that are written at once. In between, the process can do other work. */
const AT_ONCE = 200;

/** Characters that other site generators would read as one of their tags have to keep their literal meaning. */
const templateSigns = [
  { character: '{', after: '[{%:]', inConstruct: 'phrasing' as const },
  { character: '{', before: '\\{', inConstruct: 'phrasing' as const },
  { character: '%', before: '\\{', inConstruct: 'phrasing' as const },
];

/**
 * Reads the HTML in which another program stored a post's text. Nothing in it is executed, requested or followed.
 * @throws ImportFault for a text that no post can hold
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
  // Readers saw every word of the text: nothing in it comes from a generator, so nothing is cleaned away.
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

/**
 * Removes tags with more attributes than any real tag has: the parser compares each attribute with all earlier ones.
 */
function withoutEndlessTags(html: string): string {
  return html.replace(/<[a-z][^<>]{2000,}(?:>|$)/gi, (tag) => ((tag.match(/\s/g)?.length ?? 0) > 2000 ? '' : tag));
}

/**
 * Boxes have no meaning in Markdown: in HTML that is nested too deeply, the tags of boxes become beginnings of
 * paragraphs.
 */
function withoutBoxes(html: string): string {
  return html.replace(/<\/?(?:div|section|article|main|span|font|center)\b[^<>]*>/gi, (tag) =>
    /^<\/?(?:span|font)/i.test(tag) ? '' : '<p>',
  );
}

/** The tree in parts that begin with a paragraph or a heading: written separately they give the same text. */
function partsOf({ children }: Root): Root[] {
  const parts: RootContent[][] = [[]];
  for (const child of children) {
    const isBegin = child.type === 'element' && /^(?:p|h[1-6])$/.test(child.tagName);
    if (isBegin && (parts.at(-1)?.length ?? 0) >= AT_ONCE) parts.push([]);
    parts.at(-1)?.push(child);
  }
  return parts.map((part) => ({ type: 'root', children: part }));
}

/** Gives pictures and links of a tree the addresses that the source returns for them. */
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
