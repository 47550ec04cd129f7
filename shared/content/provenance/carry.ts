import { diffWordsWithSpace } from 'diff';
import {
  afterEdits,
  outside,
  type Provenance,
  provenanceOf,
  sourcedRanges,
  type TextEdit,
} from '#shared/kernel/provenance.ts';
import { spliceText } from '#shared/kernel/splice.ts';
import { hunksOf } from '../merge/merge-hunks.ts';

/** Past this many words changed in one place, what lies between its ends is taken for new. */
const MOST_WORDS = 400;

/**
 * The provenance of a text that became another one, nobody saying how: lines that stayed keep their ranges, and of lines
 * that changed the words that stayed. Of changed lines, so many characters (old and new together) are compared word by
 * word; what lies behind them is taken for new between its equal ends.
 */
export function carryProvenance(
  before: string,
  after: string,
  provenance: Provenance,
  mostCompared = Number.POSITIVE_INFINITY,
): Provenance {
  if (before === after || provenance.ranges.length === 0) return provenance;
  const carried = afterEdits(provenance, editsBetween(before, after, mostCompared));
  // A space or a full stop that stands in both says nothing of whose it is.
  return provenanceOf(sourcedRanges(carried).filter(({ start, end }) => /[\p{L}\p{N}]/u.test(after.slice(start, end))));
}

/**
 * The provenance of a text in which a program changed what nobody wrote, such as the addresses of its pictures: what
 * stands between two marked words stays marked.
 */
export function moveProvenance(before: string, after: string, provenance: Provenance): Provenance {
  if (before === after || provenance.ranges.length === 0) return provenance;
  const edits = editsBetween(before, after);
  const ends = [...new Set(provenance.ranges.flatMap((range) => range.slice(0, 2)))].sort((a, b) => a - b);
  const moved = new Map<number, number>();
  let shift = 0;
  let next = 0;
  for (const end of ends) {
    for (let edit = edits[next]; edit && edit.index + edit.remove <= end; edit = edits[next]) {
      shift += edit.insert - edit.remove;
      next += 1;
    }
    // Inside of what was changed it is the beginning of that.
    moved.set(end, Math.min(edits[next]?.index ?? end, end) + shift);
  }
  return provenanceOf(
    sourcedRanges(provenance).map((range) => ({
      ...range,
      start: moved.get(range.start) ?? range.start,
      end: moved.get(range.end) ?? range.end,
    })),
  );
}

/**
 * The provenance of a text that was merged of two: of what it has of either, what either knows of it. A side that changed
 * nothing has no say; where both know of the same characters, mine counts.
 */
export function mergeProvenance(
  merged: string,
  { base, mine, theirs }: Readonly<Record<'base' | 'mine' | 'theirs', TextWithProvenance>>,
): Provenance {
  const of = (side: TextWithProvenance) => carryProvenance(side.content, merged, side.provenance);
  const isAsBase = (side: TextWithProvenance) =>
    side.content === base.content && JSON.stringify(side.provenance) === JSON.stringify(base.provenance);
  if (isAsBase(mine)) return of(theirs);
  if (isAsBase(theirs)) return of(mine);
  const ofMine = of(mine);
  return provenanceOf([...sourcedRanges(ofMine), ...outside(sourcedRanges(of(theirs)), sourcedRanges(ofMine))]);
}

interface TextWithProvenance {
  readonly content: string;
  readonly provenance: Provenance;
}

function editsBetween(before: string, after: string, mostCompared = Number.POSITIVE_INFINITY): TextEdit[] {
  let left = mostCompared;
  const old = linesOf(before);
  const now = linesOf(after);
  return hunksOf(old, now).flatMap(({ start, end, from, to }) => {
    const index = old[start]?.at ?? before.length;
    const removed = before.slice(index, old[end]?.at ?? before.length);
    const inserted = after.slice(now[from]?.at ?? after.length, now[to]?.at ?? after.length);
    left -= removed.length + inserted.length;
    return editsInside(removed, inserted, left >= 0).map((edit) => ({ ...edit, index: edit.index + index }));
  });
}

function linesOf(text: string): { text: string; at: number }[] {
  const lines: { text: string; at: number }[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    lines.push({ text: text.slice(at, end), at });
    at = end;
  }
  return lines;
}

function editsInside(before: string, after: string, areWords: boolean): TextEdit[] {
  const splice = spliceText(before, after);
  if (splice === null) return [];
  const { index, remove, insert } = splice;
  const whole = [{ index, remove, insert: insert.length }];
  if (!areWords || remove === 0 || insert === '') return whole;
  const parts = diffWordsWithSpace(before.slice(index, index + remove), insert, { maxEditLength: MOST_WORDS });
  if (!parts) return whole;
  const edits: TextEdit[] = [];
  let at = index;
  for (const { value, added, removed } of parts) {
    if (added) edits.push({ index: at, remove: 0, insert: value.length });
    else if (removed) edits.push({ index: at, remove: value.length, insert: 0 });
    if (!added) at += value.length;
  }
  return edits;
}
