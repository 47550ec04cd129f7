import type { Clock } from '#shared/kernel/clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Names counted apart in a minute; what comes after them shares one count. */
export const MOST_NAMES = 10_000;
/** The same in a day. */
const MOST_NAMES_A_DAY = 100_000;
const THE_OTHERS = '';

/** Counts, by name, what happens within a minute of the clock, or a UTC day; forgotten when it is over. */
export interface TimedCounts {
  /** Answers the count with this one. */
  add(name: string): number;
}

export function createMinuteCounts(clock: Clock): TimedCounts {
  return createTimedCounts(clock, MINUTE, MOST_NAMES);
}

export function createDayCounts(clock: Clock): TimedCounts {
  return createTimedCounts(clock, DAY, MOST_NAMES_A_DAY);
}

function createTimedCounts({ now }: Clock, length: number, mostNames: number): TimedCounts {
  let period = 0;
  const counts = new Map<string, number>();
  const keyOf = (name: string) => {
    const current = Math.floor(now() / length);
    if (current !== period) counts.clear();
    period = current;
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
