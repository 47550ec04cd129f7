import type { ContentPiece } from '#shared/content/pipeline.ts';
import { trusted } from '#shared/ui/html-policy.ts';
import { holdPictures, type PictureRules } from './held-pictures.ts';

/** A piece of a text as it is shown: its HTML and its nodes. */
interface Block {
  readonly html: string;
  readonly nodes: readonly ChildNode[];
}
export type Blocks = readonly Block[];

/**
 * Returns the pieces as nodes, and reuses the old nodes of pieces that have not changed: these are not parsed or laid
 * out again, nor are their pictures loaded again. New nodes are not in the page yet, so their pictures are not loaded
 * before they are shown; those that the `rules` hold back are not loaded even then.
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

/** Makes an element show the blocks, and changes only the nodes that differ. */
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
