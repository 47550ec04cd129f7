import type { RootContent as HtmlContent, Nodes as HtmlNodes, Parents } from 'hast';
import { type Options, toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options as MarkdownOptions, toMarkdown } from 'mdast-util-to-markdown';
import { tidyMarks } from './tidy-marks.ts';

/** How single elements are read, where that is to be in another way; which signs are escaped beside those of Markdown. */
export interface TreeReading {
  handlers?: NonNullable<Options['handlers']>;
  unsafe?: NonNullable<MarkdownOptions['unsafe']>;
  /** Changes in place what is going to be written. */
  change?: (tree: Root) => void;
}

/** What letters that are kept apart are written as: the parser reads them as such again. */
const asReference = ({ value }: { value: string }) => `&#${value.codePointAt(0)};`;

/**
 * The Markdown that says what an HTML tree says, as the editor would write it. How deep the tree is has been checked: each
 * level takes a place on the stack.
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

/** As {@link markdownOfTree}, a part of the tree at a time, so that who asks can do something else between two of them. */
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
 * Trees that say one after the other what a tree says, each of at least so many nodes. One ends between two lines of words
 * alone: what else stands side by side (lists, words without a paragraph) is written by what stands beside it.
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
