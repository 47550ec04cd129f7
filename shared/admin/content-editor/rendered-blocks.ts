import type { ContentPiece } from '#shared/content/pipeline.ts';
import { trusted } from '#shared/ui/html-policy.ts';
import { holdPictures, type PictureRules } from './held-pictures.ts';

/** A piece of a text as it is shown, with what it says. */
interface Block {
  readonly html: string;
  readonly nodes: readonly ChildNode[];
}
export type Blocks = readonly Block[];

/**
 * The pieces as nodes, with the old ones wherever they say the same: what is shown already is neither read nor laid
 * out again, nor are its pictures loaded again. New ones stand nowhere yet: no picture of theirs is loaded before, and
 * none that the `rules` hold.
 */
export function keepSameBlocks(before: Blocks, pieces: readonly ContentPiece[], rules: PictureRules): Blocks {
  const shorter = Math.min(before.length, pieces.length);
  const isSame = (old: number, now: number) => before[old]?.html === pieces[now]?.html;
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(before.length - 1 - tail, pieces.length - 1 - tail)) tail += 1;
  return [
    ...before.slice(0, head),
    ...pieces.slice(head, pieces.length - tail).map((piece) => readPiece(piece, rules)),
    ...before.slice(before.length - tail),
  ];
}

function readPiece({ html }: ContentPiece, rules: PictureRules): Block {
  const template = document.createElement('template');
  template.innerHTML = trusted(html);
  holdPictures(template.content, rules);
  return { html, nodes: [...template.content.childNodes] };
}

/** Makes an element show the blocks, and touches only what changed. */
export function showBlocks(element: Element, blocks: Blocks): void {
  const wanted = blocks.flatMap(({ nodes }) => nodes);
  const { childNodes } = element;
  let head = 0;
  while (head < wanted.length && childNodes[head] === wanted[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(wanted.length, childNodes.length) - head &&
    childNodes[childNodes.length - 1 - tail] === wanted[wanted.length - 1 - tail]
  ) {
    tail += 1;
  }
  const next = childNodes[childNodes.length - tail] ?? null;
  for (const gone of [...childNodes].slice(head, childNodes.length - tail)) gone.remove();
  const fragment = document.createDocumentFragment();
  fragment.append(...wanted.slice(head, wanted.length - tail));
  element.insertBefore(fragment, next);
}
