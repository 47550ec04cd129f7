import type { Html, Nodes, Parents, Root } from 'mdast';
import { AppError } from '#shared/kernel/errors.ts';
import { eachNode } from '../walk.ts';
import {
  emptyElements,
  isDroppedWithContent,
  type RawHtmlCount,
  readTags,
  type Tag,
  type Token,
  writeTags,
} from './html-tags.ts';

/**
 * Simplifies raw HTML in Markdown before a real HTML parser reads it. Every tag is read here once and rewritten with
 * quoted attributes, so the parser sees only what this file has seen; elements outside the allow-list, comments, and
 * everything that changes how a parser continues (scripts, styles, SVG, templates …) are gone by then. Inline elements
 * are always closed within their block: otherwise a parser would reopen each of them in every later block, and a few
 * kilobytes could grow into millions of elements.
 */

const inline = new Set('a abbr b cite code del em i ins kbd mark q s samp small span strong sub sup u var'.split(' '));
/** Elements that a parser closes automatically when the next one begins: they do not nest without their parent. */
const selfClosing = new Set('p li dt dd tr td th thead tbody tfoot caption img br wbr'.split(' '));
const MAX_NESTING = 100;
const MAX_TAGS = 20_000;

/** Rewrites the `html` nodes of the tree in place. */
export function plainRawHtml(tree: Root): RawHtmlCount {
  const count: RawHtmlCount = { rawHtml: 0 };
  plainChildren(tree, count);
  checkNesting(tree);
  return count;
}

function plainChildren(parent: Parents, count: RawHtmlCount): void {
  for (const child of parent.children) if ('children' in child) plainChildren(child, count);
  const htmlNodes = htmlOf(parent);
  if (htmlNodes.length === 0) return;
  const isInline = parent.type !== 'root' && !['blockquote', 'listItem', 'footnoteDefinition'].includes(parent.type);
  if (!isInline) {
    for (const node of htmlNodes) node.value = writeTags(balance(readTags(node.value, count)));
    return;
  }
  dropBetween(parent, count);
  const rest = htmlOf(parent);
  const tokens = rest.map((node) => readTags(node.value, count));
  const balanced = new Set(balance(tokens.flat()));
  for (const [index, node] of rest.entries()) {
    node.value = writeTags((tokens[index] ?? []).filter((token) => balanced.has(token)));
  }
}

/** `<script>`, text and `</script>` are three inline nodes in Markdown: the nodes between the tags are dropped too. */
function dropBetween(parent: Parents, count: RawHtmlCount): void {
  const result: Nodes[] = [];
  let closing: { index: number; name: string } | null = null;
  const lastClose = new Map<string, number>();
  for (const [index, node] of parent.children.entries()) {
    const tag = tagOf(node);
    if (tag?.[1] === '/') lastClose.set(tag[2]?.toLowerCase() ?? '', index);
  }
  for (const [index, node] of parent.children.entries()) {
    const tag = tagOf(node);
    const name = tag?.[2]?.toLowerCase() ?? '';
    if (closing) {
      if (tag?.[1] === '/' && name === closing.name) closing = null;
      continue;
    }
    if (tag?.[1] === '' && isDroppedWithContent(name) && (lastClose.get(name) ?? -1) > index) {
      closing = { index, name };
      count.rawHtml += 1;
      continue;
    }
    result.push(node);
  }
  parent.children = result as never[];
}

function htmlOf(parent: Parents): Html[] {
  return (parent.children as Nodes[]).filter((node) => node.type === 'html');
}

function tagOf(node: Nodes): RegExpExecArray | null {
  return node.type === 'html' ? /^<(\/?)([a-z]+)/i.exec(node.value) : null;
}

/**
 * With deeper nesting, a browser's parser would flatten the tree it reads, and recursion would end in a stack overflow.
 */
function checkNesting(tree: Root): void {
  const open = new Map<string, number>();
  let depth = 0;
  let tags = 0;
  eachNode(tree, (node) => {
    if (node.type !== 'html') return;
    for (const [, slash, name = ''] of node.value.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
      tags += 1;
      if (selfClosing.has(name)) continue;
      const count = open.get(name) ?? 0;
      if (slash === '/' && count === 0) continue;
      open.set(name, count + (slash === '/' ? -1 : 1));
      depth += slash === '/' ? -1 : 1;
      if (depth > MAX_NESTING) throw new AppError('content_too_complex');
    }
  });
  if (tags > MAX_TAGS) throw new AppError('content_too_complex');
}

/**
 * Keeps inline elements that are closed within these tokens and contain no block; of the blocks in a link, only their
 * content.
 */
function balance(tokens: readonly Token[]): Token[] {
  const open: { token: Tag; index: number }[] = [];
  const openCount = new Map<string, number>();
  const blocksBefore: number[] = [];
  const dropped = new Set<number>();
  const insideLink: [number, number][] = [];
  let blocks = 0;
  for (const [index, token] of tokens.entries()) {
    blocksBefore.push(blocks);
    if (token.kind === 'text') continue;
    if (!inline.has(token.name)) {
      if (!emptyElements.has(token.name)) blocks += 1;
      continue;
    }
    if (token.kind === 'open') {
      open.push({ token, index });
      openCount.set(token.name, (openCount.get(token.name) ?? 0) + 1);
      continue;
    }
    if ((openCount.get(token.name) ?? 0) === 0) {
      dropped.add(index);
      continue;
    }
    for (let top = open.pop(); top; top = open.pop()) {
      openCount.set(top.token.name, (openCount.get(top.token.name) ?? 1) - 1);
      if (top.token.name !== token.name) {
        dropped.add(top.index);
        continue;
      }
      const holdsBlock = blocks > (blocksBefore[top.index] ?? 0);
      if (holdsBlock && token.name === 'a') insideLink.push([top.index, index]);
      else if (holdsBlock) dropped.add(top.index).add(index);
      break;
    }
  }
  for (const { index } of open) dropped.add(index);
  const linked = coverage(tokens.length, insideLink);
  return tokens.filter((token, index) => {
    if (dropped.has(index)) return false;
    return token.kind === 'text' || inline.has(token.name) || emptyElements.has(token.name) || linked[index] === 0;
  });
}

function coverage(length: number, ranges: readonly [number, number][]): number[] {
  const change = new Array<number>(length + 1).fill(0);
  for (const [from, to] of ranges) {
    change[from] = (change[from] ?? 0) + 1;
    change[to] = (change[to] ?? 0) - 1;
  }
  let depth = 0;
  return change.slice(0, length).map((value) => {
    depth += value;
    return depth;
  });
}
