import type { Block, SplitText } from './merge-blocks.ts';

/** A block of the merged text, with its index on each side and in the base; null where a side does not have it. */
export interface MergedBlock {
  readonly text: string;
  readonly isItem: boolean;
  readonly base: number | null;
  readonly mine: number | null;
  readonly theirs: number | null;
}

/** The three texts of a merge, split into blocks. */
export interface Sides {
  readonly base: SplitText;
  readonly mine: SplitText;
  readonly theirs: SplitText;
}

/** Returns the value both sides agree on, or the one that changed; mine where both changed. */
function changed(base: string, mine: string, theirs: string): string {
  return mine === base ? theirs : mine;
}

/** Joins blocks to a text. Neighbours from different sides are separated by a blank line. */
export function joinBlocks(blocks: readonly MergedBlock[], sides: Sides): string {
  const lead = changed(sides.base.lead, sides.mine.lead, sides.theirs.lead);
  const end = changed(lastGap(sides.base), lastGap(sides.mine), lastGap(sides.theirs));
  return lead + showBlocks(blocks, sides) + end;
}

/** Joins blocks for showing them alone, without the text around them. */
export function showBlocks(blocks: readonly MergedBlock[], sides: Sides): string {
  return blocks
    .map((block, index) => {
      const next = blocks[index + 1];
      return block.text + (next ? gapBetween(block, next, sides) : '');
    })
    .join('');
}

function blockAt({ blocks }: SplitText, index: number | null): Block | undefined {
  return index === null ? undefined : blocks[index];
}

function lastGap({ blocks }: SplitText): string {
  return blocks.at(-1)?.gap ?? '';
}

function gapBetween(block: MergedBlock, next: MergedBlock, sides: Sides): string {
  const gapIn = (side: keyof Sides): string | undefined => {
    const index = block[side];
    const isNext = index !== null && next[side] === index + 1;
    return isNext ? blockAt(sides[side], index)?.gap : undefined;
  };
  const mine = gapIn('mine');
  const theirs = gapIn('theirs');
  if (mine !== undefined && theirs !== undefined) return changed(gapIn('base') ?? mine, mine, theirs);
  const known = mine ?? theirs;
  if (known !== undefined) return known;
  // In a tight list one line end is enough; anywhere else it would join two paragraphs into one.
  const isList = block.isItem && next.isItem;
  const own = (['mine', 'theirs', 'base'] as const).map((side) => blockAt(sides[side], block[side])?.gap ?? '');
  return own.find((gap) => gap.split('\n').length > (isList ? 1 : 2)) ?? (isList ? '\n' : '\n\n');
}
