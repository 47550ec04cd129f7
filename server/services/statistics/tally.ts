import type { Counted, Sum } from '#server/repositories/statistics/counted.ts';

/** What was counted and is not written yet. */
export interface Tally {
  /** Adds one. What there is no room for is forgotten. */
  add(counted: Counted): void;
  /** Takes everything out. */
  take(): Sum[];
  /** Puts back what could not be written. */
  putBack(sums: readonly Sum[]): void;
}

/** @param most sums held at the most: a flood of ever new ones must not fill the memory while nothing can be written */
export function createTally(most = 20_000): Tally {
  let sums = new Map<string, Sum>();
  const add = (counted: Counted, count: number) => {
    const key = JSON.stringify(counted);
    const known = sums.get(key);
    if (known) known.count += count;
    else if (sums.size < most) sums.set(key, { ...counted, count });
  };
  return {
    add: (counted) => add(counted, 1),
    take() {
      const taken = [...sums.values()];
      sums = new Map();
      return taken;
    },
    putBack(taken) {
      for (const { count, ...counted } of taken) add(counted, count);
    },
  };
}
