import { diffIndices } from 'node-diff3';

/** The unit of comparison: a block of a text, or a line. */
type Line = Readonly<Record<'text', string>>;

/** An edit by one side: the base's blocks from `start` up to `end` became the side's blocks from `from` up to `to`. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

// Comparing takes time in proportion to the pairs of equal blocks; a text with thousands of equal lines is not prose.
const MAX_PAIRS = 2_000_000;

/**
 * Returns a side's edits of the base, in order, as small as they can be determined: where n blocks became n others, one
 * edit each.
 */
export function hunksOf(base: readonly Line[], side: readonly Line[]): Hunk[] {
  const shorter = Math.min(base.length, side.length);
  let head = 0;
  while (head < shorter && base[head]?.text === side[head]?.text) head += 1;
  let tail = 0;
  while (tail < shorter - head && base.at(-1 - tail)?.text === side.at(-1 - tail)?.text) tail += 1;
  const old = texts(base.slice(head, base.length - tail));
  const now = texts(side.slice(head, side.length - tail));
  return changes(old, now)
    .flatMap(oneByOne)
    .filter((hunk) => isEdit(hunk, old, now))
    .map(({ start, end, from, to }) => ({ start: start + head, end: end + head, from: from + head, to: to + head }));
}

/**
 * False for a block that did not change: where there were too many equal pairs to compare, a hunk may pair a block with
 * itself.
 */
function isEdit({ start, end, from, to }: Hunk, old: readonly string[], now: readonly string[]): boolean {
  return end - start !== to - from || old[start] !== now[from];
}

function texts(blocks: readonly Line[]): string[] {
  return blocks.map(({ text }) => text);
}

function changes(old: string[], now: string[]): Hunk[] {
  if (old.length === 0 && now.length === 0) return [];
  if (equalPairs(old, now) > MAX_PAIRS) return [{ start: 0, end: old.length, from: 0, to: now.length }];
  return diffIndices(old, now).map(({ buffer1: [start, removed], buffer2: [from, added] }) => ({
    start,
    end: start + removed,
    from,
    to: from + added,
  }));
}

function equalPairs(old: readonly string[], now: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of old) counts.set(text, (counts.get(text) ?? 0) + 1);
  return now.reduce((sum, text) => sum + (counts.get(text) ?? 0), 0);
}

function oneByOne(hunk: Hunk): Hunk[] {
  const { start, end, from, to } = hunk;
  if (end - start !== to - from) return [hunk];
  return Array.from({ length: end - start }, (_, index) => ({
    start: start + index,
    end: start + index + 1,
    from: from + index,
    to: from + index + 1,
  }));
}
