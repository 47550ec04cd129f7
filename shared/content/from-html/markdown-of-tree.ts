import type { RootContent as HtmlContent, Nodes as HtmlNodes, Parents } from 'hast';
import { type Options, toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options as MarkdownOptions, toMarkdown } from 'mdast-util-to-markdown';
import { tidyMarks } from './tidy-marks.ts';

/**
 * Options of reading a tree: other handlers for single elements, and characters to escape besides those of Markdown.
 */
export interface TreeReading {
  handlers?: NonNullable<Options['handlers']>;
  unsafe?: NonNullable<MarkdownOptions['unsafe']>;
  /** Changes the Markdown tree in place before it is written. */
  change?: (tree: Root) => void;
}

/** Writes a letter that is kept apart as a character reference, so that the parser reads it as one again. */
const asReference = ({ value }: { value: string }) => `&#${value.codePointAt(0)};`;

/**
 * Returns the Markdown of an HTML tree, as the editor would write it. The caller must have checked the depth of the
 * tree: each level takes a place on the stack.
 */
export function markdownOfTree(tree: HtmlNodes, { handlers = {}, unsafe = [], change }: TreeReading = {}): string {
  const read = toMdast(tree, { newlines: false, handlers });
  const written = tidyMarks(read.type === 'root' ? read : { type: 'root', children: [] });
  change?.(written);
  return toMarkdown(written, {
    handlers: { escaped: asReference },
    bullet: '-',
    emphasis: '*',
    rule: '-',
    listItemIndent: 'one',
    fences: true,
    unsafe,
    extensions: [gfmToMarkdown()],
  }).trim();
}

/**
 * Does the same as {@link markdownOfTree}, one part of the tree at a time, so that the caller can do other work between
 * two parts.
 */
export function* markdownInParts(tree: Parents, reading: TreeReading = {}, size = 400): Generator<void, string> {
  const written: string[] = [];
  for (const part of partsOf(tree, size)) {
    const markdown = markdownOfTree(part, reading);
    if (markdown !== '') written.push(markdown);
    yield;
  }
  return written.join('\n\n');
}

/**
 * Splits a tree into successive trees with the same content, each of at least `size` nodes. A part ends only between
 * two lines of words (paragraphs or headings), because other neighbours (lists, words without a paragraph) are written
 * differently depending on each other.
 */
function* partsOf(tree: Parents, size: number): Generator<Parents> {
  const children = tree.children as HtmlContent[];
  const seen = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [only] = seen;
  if (seen.length === 1 && only?.type === 'element' && only.tagName === 'div') {
    for (const part of partsOf(only, size)) yield { ...tree, children: [part] } as Parents;
    return;
  }
  let begin = 0;
  let nodes = 0;
  for (const [index, child] of seen.entries()) {
    nodes += countOf(child);
    const next = seen[index + 1];
    if (nodes < size || !next || !isLine(child) || !isLine(next)) continue;
    const end = children.indexOf(next, begin);
    yield { ...tree, children: children.slice(begin, end) } as Parents;
    begin = end;
    nodes = 0;
  }
  yield { ...tree, children: children.slice(begin) } as Parents;
}

function countOf(node: HtmlNodes): number {
  return 'children' in node ? node.children.reduce((sum, child) => sum + countOf(child), 1) : 1;
}

const isLine = (node: HtmlContent): boolean =>
  node.type === 'element' && /^(?:p|h[1-6])$/.test(node.tagName) && saysSomething(node);

function saysSomething(node: HtmlNodes): boolean {
  if (node.type === 'text') return node.value.trim() !== '';
  if (node.type === 'element' && node.tagName === 'img') return true;
  return 'children' in node && node.children.some(saysSomething);
}
