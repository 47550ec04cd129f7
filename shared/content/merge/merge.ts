import { splitBlocks } from './merge-blocks.ts';
import { type Hunk, hunksOf } from './merge-hunks.ts';
import { joinBlocks, type MergedBlock, type Sides, showBlocks } from './merge-join.ts';

/** A place that both sides changed: its text in the base and on each side. Empty where a side has nothing. */
interface MergeConflict {
  readonly kind: 'conflict';
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A part of the merged text, for showing in order: text that both sides agree on, or a conflict. */
type MergePiece = { readonly kind: 'agreed'; readonly text: string } | MergeConflict;

export type MergeResult =
  | { readonly kind: 'clean'; readonly text: string }
  | {
      readonly kind: 'conflict';
      readonly pieces: readonly MergePiece[];
      /** The merged text, with my blocks, their blocks, or mine followed by theirs in each conflict. */
      readonly mine: string;
      readonly theirs: string;
      readonly both: string;
    };

export type MergeChoice = 'mine' | 'theirs' | 'both';

/**
 * Merges two edits of one Markdown text, block by block. A block that only one side changed, added or removed is taken
 * from that side; a place that both changed differently is a conflict. Text that either side wrote anew is always in
 * the result.
 */
export function mergeMarkdown(base: string, mine: string, theirs: string): MergeResult {
  if (mine === theirs || theirs === base) return { kind: 'clean', text: mine };
  if (mine === base) return { kind: 'clean', text: theirs };
  const sides: Sides = { base: splitBlocks(base), mine: splitBlocks(mine), theirs: splitBlocks(theirs) };
  const pieces = regions(sides).flatMap((region) => mergeRegion(region, sides));
  const join = (choice: MergeChoice) =>
    joinBlocks(
      pieces.flatMap((piece) => (piece.kind === 'agreed' ? piece.blocks : chosen(piece, choice))),
      sides,
    );
  if (pieces.every((piece) => piece.kind === 'agreed')) return { kind: 'clean', text: join('mine') };
  return {
    kind: 'conflict',
    pieces: pieces.map((piece) => shown(piece, sides)),
    mine: join('mine'),
    theirs: join('theirs'),
    both: join('both'),
  };
}

/**
 * Returns the text for a choice; with both sides of a conflict, mine comes first. A merge without conflicts has only
 * one text.
 */
export function resolveMerge(result: MergeResult, choice: MergeChoice): string {
  return result.kind === 'clean' ? result.text : result[choice];
}

interface AgreedBlocks {
  readonly kind: 'agreed';
  readonly blocks: readonly MergedBlock[];
}
interface ConflictingBlocks {
  readonly kind: 'conflict';
  readonly base: readonly MergedBlock[];
  readonly mine: readonly MergedBlock[];
  readonly theirs: readonly MergedBlock[];
}

function chosen({ mine, theirs }: ConflictingBlocks, choice: MergeChoice): readonly MergedBlock[] {
  if (choice === 'both') return [...mine, ...theirs];
  return choice === 'mine' ? mine : theirs;
}

function shown(piece: AgreedBlocks | ConflictingBlocks, sides: Sides): MergePiece {
  if (piece.kind === 'agreed') return { kind: 'agreed', text: showBlocks(piece.blocks, sides) };
  const [base, mine, theirs] = [piece.base, piece.mine, piece.theirs].map((blocks) => showBlocks(blocks, sides));
  return { kind: 'conflict', base: base ?? '', mine: mine ?? '', theirs: theirs ?? '' };
}

/** A range of the base and the edits of each side there; both sides have hunks where their edits meet. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly mine: readonly Hunk[];
  readonly theirs: readonly Hunk[];
  /** How far each side's block numbers are ahead of the base's at `start`. */
  readonly mineAhead: number;
  readonly theirsAhead: number;
}

function regions(sides: Sides): Region[] {
  const edits = [
    ...hunksOf(sides.base.blocks, sides.mine.blocks).map((hunk) => ({ hunk, side: 'mine' as const })),
    ...hunksOf(sides.base.blocks, sides.theirs.blocks).map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end);
  const found: Region[] = [];
  const ahead = { mine: 0, theirs: 0 };
  let at = 0;
  const untouched = (end: number) => {
    if (end > at)
      found.push({ start: at, end, mine: [], theirs: [], mineAhead: ahead.mine, theirsAhead: ahead.theirs });
  };
  for (let index = 0; index < edits.length; ) {
    const meeting = edits.slice(index, index + meetingFrom(edits, index));
    index += meeting.length;
    const start = meeting[0]?.hunk.start ?? at;
    const end = Math.max(...meeting.map(({ hunk }) => hunk.end));
    untouched(start);
    const [mine, theirs] = (['mine', 'theirs'] as const).map((name) =>
      meeting.filter(({ side }) => side === name).map(({ hunk }) => hunk),
    );
    found.push({
      start,
      end,
      mine: mine ?? [],
      theirs: theirs ?? [],
      mineAhead: ahead.mine,
      theirsAhead: ahead.theirs,
    });
    for (const { hunk, side } of meeting) ahead[side] += hunk.to - hunk.from - (hunk.end - hunk.start);
    at = end;
  }
  untouched(sides.base.blocks.length);
  return found;
}

/**
 * Returns how many edits from `index` on concern the same blocks. Edits that only touch do not: a paragraph of mine
 * next to a paragraph of theirs is not a conflict. Two insertions in one place are one, since nobody knows which comes
 * first.
 */
function meetingFrom(edits: readonly { hunk: Hunk }[], index: number): number {
  const first = edits[index]?.hunk;
  if (!first) return 0;
  let end = first.end;
  let count = 1;
  for (; index + count < edits.length; count += 1) {
    const next = edits[index + count]?.hunk;
    const isSamePlace = next?.start === next?.end && next?.start === first.start && end === first.start;
    if (!next || (next.start >= end && !isSamePlace)) break;
    end = Math.max(end, next.end);
  }
  return count;
}

function mergeRegion(region: Region, sides: Sides): (AgreedBlocks | ConflictingBlocks)[] {
  const { start, end, mine, theirs, mineAhead, theirsAhead } = region;
  const asMine = blocksOfSide({ start, end, hunks: mine, ahead: mineAhead, side: 'mine' }, sides);
  const asTheirs = blocksOfSide({ start, end, hunks: theirs, ahead: theirsAhead, side: 'theirs' }, sides);
  // A side without an edit here still has the base's blocks, and the blank lines between them.
  const isIn = (base: number | null, ahead: number) => (base === null ? null : base + ahead);
  if (theirs.length === 0) {
    return [{ kind: 'agreed', blocks: asMine.map((block) => ({ ...block, theirs: isIn(block.base, theirsAhead) })) }];
  }
  if (mine.length === 0) {
    return [{ kind: 'agreed', blocks: asTheirs.map((block) => ({ ...block, mine: isIn(block.base, mineAhead) })) }];
  }
  return compare(asMine, asTheirs, blocksOfSide({ start, end, hunks: [], ahead: 0, side: 'base' }, sides));
}

/** One side of a range of the base: its hunks there, and how far its block numbers are ahead of the base's. */
interface SideOfRegion {
  readonly start: number;
  readonly end: number;
  readonly hunks: readonly Hunk[];
  readonly ahead: number;
  readonly side: keyof Sides;
}

/** Returns the base's blocks from `start` to `end` as one side has them. */
function blocksOfSide({ start, end, hunks, ahead, side }: SideOfRegion, sides: Sides): MergedBlock[] {
  const merged: MergedBlock[] = [];
  const add = (index: number, base: number | null) => {
    const { text = '', isItem = false } = sides[side].blocks[index] ?? {};
    merged.push({ text, isItem, mine: null, theirs: null, base, [side]: index });
  };
  let shift = ahead;
  let at = start;
  const keep = (to: number) => {
    for (; at < to; at += 1) add(at + shift, at);
  };
  for (const hunk of hunks) {
    keep(hunk.start);
    const isOne = hunk.end - hunk.start === 1 && hunk.to - hunk.from === 1;
    for (let index = hunk.from; index < hunk.to; index += 1) add(index, isOne ? hunk.start : null);
    shift += hunk.to - hunk.from - (hunk.end - hunk.start);
    at = hunk.end;
  }
  keep(end);
  return merged;
}

/**
 * Compares the two sides' versions of the same blocks: equal blocks at the beginning and end are agreed on, the rest is
 * the conflict.
 */
function compare(
  mine: readonly MergedBlock[],
  theirs: readonly MergedBlock[],
  base: readonly MergedBlock[],
): (AgreedBlocks | ConflictingBlocks)[] {
  const shorter = Math.min(mine.length, theirs.length);
  let head = 0;
  while (head < shorter && mine[head]?.text === theirs[head]?.text) head += 1;
  let tail = 0;
  while (tail < shorter - head && mine.at(-1 - tail)?.text === theirs.at(-1 - tail)?.text) tail += 1;
  const both = (blocks: readonly MergedBlock[], others: readonly MergedBlock[]) =>
    blocks.map((block, index) => ({ ...block, theirs: others[index]?.theirs ?? null }));
  const first = both(mine.slice(0, head), theirs);
  const last = both(mine.slice(mine.length - tail), theirs.slice(theirs.length - tail));
  const myRest = mine.slice(head, mine.length - tail);
  const theirRest = theirs.slice(head, theirs.length - tail);
  const agreed = (blocks: readonly MergedBlock[]): AgreedBlocks[] =>
    blocks.length > 0 ? [{ kind: 'agreed', blocks }] : [];
  if (myRest.length === 0 && theirRest.length === 0) return agreed(first);
  // Once both sides agree on a beginning or end, no part of the base corresponds to the rest, so the conflict shows the
  // base of the whole range.
  return [...agreed(first), { kind: 'conflict', base, mine: myRest, theirs: theirRest }, ...agreed(last)];
}
