import { countWords } from '#shared/content/read-time.ts';

/** A rendered text's top-level pieces, in order. */
export type Blocks = readonly ChildNode[];

/** Reads sanitized HTML into pieces that stand nowhere yet: no picture of theirs is loaded before one is shown. */
export function readBlocks(html: string): Blocks {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.childNodes].filter((node) => node.nodeName !== '#text' || node.nodeValue?.trim() !== '');
}

/**
 * The new pieces, with the old ones wherever they say the same: what is shown already is neither laid out again nor
 * are its pictures loaded again.
 */
export function keepSameBlocks(before: Blocks, after: Blocks): Blocks {
  const shorter = Math.min(before.length, after.length);
  const isSame = (old: number, now: number) => before[old]?.isEqualNode(after[now] ?? null) === true;
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(before.length - 1 - tail, after.length - 1 - tail)) tail += 1;
  return [...before.slice(0, head), ...after.slice(head, after.length - tail), ...before.slice(before.length - tail)];
}

const counted = new WeakMap<ChildNode, number>();

/** The words a reader sees; each piece is counted once. */
export function wordsOfBlocks(blocks: Blocks): number {
  let words = 0;
  for (const block of blocks) {
    const known = counted.get(block) ?? countWords(block.textContent ?? '');
    counted.set(block, known);
    words += known;
  }
  return words;
}

/** Makes an element show the pieces, and touches only what changed. */
export function showBlocks(element: Element, blocks: Blocks): void {
  const { childNodes } = element;
  let head = 0;
  while (head < blocks.length && childNodes[head] === blocks[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(blocks.length, childNodes.length) - head &&
    childNodes[childNodes.length - 1 - tail] === blocks[blocks.length - 1 - tail]
  ) {
    tail += 1;
  }
  const next = childNodes[childNodes.length - tail] ?? null;
  for (const gone of [...childNodes].slice(head, childNodes.length - tail)) gone.remove();
  const fragment = document.createDocumentFragment();
  fragment.append(...blocks.slice(head, blocks.length - tail));
  element.insertBefore(fragment, next);
}
