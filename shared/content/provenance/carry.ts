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

/** If more than this many words changed in one place, everything between its ends counts as new. */
const MOST_WORDS = 400;

/**
 * Returns the provenance of a text that became another one by unknown edits: lines that stayed keep their ranges, and
 * so do the words that stayed in changed lines. Up to `mostCompared` characters of changed lines (old and new together)
 * are compared word by word; after that, everything between the equal ends of a change counts as new.
 */
export function carryProvenance(
  before: string,
  after: string,
  provenance: Provenance,
  mostCompared = Number.POSITIVE_INFINITY,
): Provenance {
  if (before === after || provenance.ranges.length === 0) return provenance;
  const carried = afterEdits(provenance, editsBetween(before, after, mostCompared));
  // A space or a full stop that is in both texts does not show who wrote it.
  return provenanceOf(sourcedRanges(carried).filter(({ start, end }) => /[\p{L}\p{N}]/u.test(after.slice(start, end))));
}

/**
 * Returns the provenance of a text in which a program changed parts that nobody wrote, such as the addresses of its
 * pictures: text between two marked words stays marked.
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
    // An end within a changed part moves to the beginning of that part.
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
 * Returns the provenance of a text that was merged from two: text from either side keeps the marks of that side. A side
 * that changed nothing is ignored; where both sides have marks for the same characters, mine win.
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
