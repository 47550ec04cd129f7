import type { Clock } from '#shared/kernel/clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The number of names that are counted separately in a span; all further names share one count. */
export const MOST_NAMES = 10_000;
/** The same number for a day. */
const MOST_NAMES_A_DAY = 100_000;
const THE_OTHERS = '';

/** Counts by name what happens within a span of time; the counts are discarded when the span is over. */
export interface SpanCounts {
  /** Adds one to a name's count and returns the new count. */
  add(name: string): number;
}

/** Counts what happens within a minute. */
export function createMinuteCounts(clock: Clock): SpanCounts {
  return createSpanCounts(clock, MINUTE);
}

/** Counts what happens within a UTC day. */
export function createDayCounts(clock: Clock): SpanCounts {
  return createSpanCounts(clock, DAY, MOST_NAMES_A_DAY);
}

/** Counts what happens within a span of this many milliseconds. */
export function createSpanCounts({ now }: Clock, length: number, mostNames = MOST_NAMES): SpanCounts {
  let span = 0;
  const counts = new Map<string, number>();
  const keyOf = (name: string) => {
    const current = Math.floor(now() / length);
    if (current !== span) counts.clear();
    span = current;
    return counts.has(name) || counts.size < mostNames ? name : THE_OTHERS;
  };
  return {
    add(name) {
      const key = keyOf(name);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}
