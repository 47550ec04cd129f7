import type { Clock } from '#shared/kernel/clock.ts';

const MINUTE = 60_000;
/** Names counted apart in a minute; what comes after them shares one count. */
export const MOST_NAMES = 10_000;
const THE_OTHERS = '';

/** Counts, by name, what happens within a minute of the clock; forgotten when the minute is over. */
export interface MinuteCounts {
  /** Answers the count with this one. */
  add(name: string): number;
}

export function createMinuteCounts({ now }: Clock): MinuteCounts {
  let minute = 0;
  const counts = new Map<string, number>();
  const keyOf = (name: string) => {
    const current = Math.floor(now() / MINUTE);
    if (current !== minute) counts.clear();
    minute = current;
    return counts.has(name) || counts.size < MOST_NAMES ? name : THE_OTHERS;
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
