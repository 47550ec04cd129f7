import type { Nodes, PhrasingContent, Root } from 'mdast';

const MARKS = new Set<string>(['strong', 'emphasis', 'delete']);
/** What blanks say nothing at the edges of. */
const LINES = new Set<string>(['paragraph', 'heading', 'tableCell']);
/** What no line can hold. */
const BLOCKS = new Set<string>([
  ...['paragraph', 'heading', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'tableCell'],
  ...['code', 'thematicBreak', 'footnoteDefinition'],
]);
/** What holds words and marks alone. */
const INLINE = new Set<string>([...LINES, ...MARKS, 'link']);

/**
 * Marks as a writer sets them, in place. Programs end a bold run behind a blank and begin the next one with one; written
 * as they are, Markdown could say neither but by character references. So blanks at the edges of a mark go outside, marks
 * of one kind that meet are one, and those that hold nothing are none. Blocks within a line or a mark, which HTML may
 * have and Markdown has not, leave their words there: each level of them would be written twice as often as the one above.
 */
export function tidyMarks(tree: Root): Root {
  tidy(tree);
  return tree;
}

function tidy(node: Nodes): void {
  if (!('children' in node)) return;
  const parent = node as { children: Nodes[] };
  if (INLINE.has(node.type)) parent.children = parent.children.flatMap(inline);
  for (const child of parent.children) tidy(child);
  parent.children = joined(parent.children.flatMap((child) => (isMark(child) ? blanksOutside(child) : [child])));
  if (LINES.has(node.type)) trimEdges(parent.children);
}

/** A node as a line can hold it: of a block its words, with a blank before and behind. */
function inline(node: Nodes): Nodes[] {
  if (!BLOCKS.has(node.type)) return [node];
  const blank = (): Nodes => ({ type: 'text', value: ' ' });
  if (node.type === 'code') return [blank(), { type: 'inlineCode', value: node.value }, blank()];
  return 'children' in node ? [blank(), ...node.children.flatMap(inline), blank()] : [blank()];
}

function trimEdges(children: readonly Nodes[]): void {
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
}

type Mark = Extract<PhrasingContent, { children: PhrasingContent[] }>;

function isMark(node: Nodes | undefined): node is Mark {
  return node !== undefined && MARKS.has(node.type);
}

function blanksOutside(mark: Mark): Nodes[] {
  const outside: [before: string, after: string] = ['', ''];
  const first = mark.children[0];
  if (first?.type === 'text') {
    const trimmed = first.value.trimStart();
    outside[0] = first.value.slice(0, first.value.length - trimmed.length);
    first.value = trimmed;
  }
  const last = mark.children.at(-1);
  if (last?.type === 'text') {
    const trimmed = last.value.trimEnd();
    outside[1] = last.value.slice(trimmed.length);
    last.value = trimmed;
  }
  mark.children = mark.children.filter((child) => child.type !== 'text' || child.value !== '');
  const text = (value: string): Nodes[] => (value === '' ? [] : [{ type: 'text', value }]);
  return [...text(outside[0]), ...(mark.children.length > 0 ? [mark] : []), ...text(outside[1])];
}

/** Joins neighbouring texts, and neighbouring marks of one kind, also where a blank stands between them. */
function joined(nodes: readonly Nodes[]): Nodes[] {
  const all: Nodes[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    const beforeLast = all.at(-2);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else if (isMark(node) && last?.type === node.type) last.children.push(...node.children);
    else if (isMark(node) && last?.type === 'text' && last.value === ' ' && beforeLast?.type === node.type) {
      all.pop();
      (beforeLast as Mark).children.push(last, ...node.children);
    } else all.push(node);
  }
  for (const node of all) {
    if (isMark(node)) node.children = joined(node.children) as PhrasingContent[];
  }
  return all;
}
