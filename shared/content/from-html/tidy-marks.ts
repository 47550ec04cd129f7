import type { Nodes, PhrasingContent, Root } from 'mdast';

const MARKS = new Set<string>(['strong', 'emphasis', 'delete']);
/** Nodes at whose edges blanks mean nothing. */
const LINES = new Set<string>(['paragraph', 'heading', 'tableCell']);
/** Nodes that no line can contain. */
const BLOCKS = new Set<string>([
  ...['paragraph', 'heading', 'blockquote', 'list', 'listItem', 'table', 'tableRow', 'tableCell'],
  ...['code', 'thematicBreak', 'footnoteDefinition'],
]);
/** Nodes that contain only words and marks. */
const INLINE = new Set<string>([...LINES, ...MARKS, 'link']);

/**
 * Rewrites marks in place as a writer sets them. Programs end a bold run after a blank and begin the next one with a
 * blank; Markdown could express neither without character references. So blanks at the edges of a mark move outside,
 * adjacent marks of one kind are joined, and empty marks are removed. HTML allows blocks within a line or a mark,
 * Markdown does not: only their words stay. Otherwise each level of such blocks would be written twice as often as the
 * level above.
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

/** Returns a node in a form that a line can contain: of a block, its words with a blank before and after them. */
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

/** Joins neighbouring texts, and neighbouring marks of one kind, also where a blank is between them. */
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
