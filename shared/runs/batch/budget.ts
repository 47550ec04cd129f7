/** The amount that the runs of a batch may still cost. */
export interface Budget {
  /**
   * Reserves the highest possible cost of a topic's step (`most`; null when it is not known). `spent` is the cost of
   * every topic so far, by its number. `wait`: the limit is reached only by reservations, and steps under way may turn
   * out cheaper. `over`: the limit is reached.
   */
  reserve(number: number, most: number | null, spent: ReadonlyMap<number, number | null>): 'granted' | 'wait' | 'over';
  /** Ends the reservation of a topic: no step of it is under way any more. */
  release(number: number): void;
  /** The amount that may still be spent, less the reservations of the steps under way; null without a limit. */
  left(spent: ReadonlyMap<number, number | null>): number | null;
}

/** @param limit Returns the highest allowed cost of the batch in USD, read anew each time; null for no limit. */
export function createBudget(limit: () => number | null): Budget {
  /** By the topic's number: the highest possible cost of the topic when its step is over. */
  const reserved = new Map<number, number>();

  function committed(spent: ReadonlyMap<number, number | null>, number: number | null): number {
    const numbers = new Set([...spent.keys(), ...reserved.keys()]);
    let sum = 0;
    for (const each of numbers) {
      const own = spent.get(each) ?? 0;
      sum += each === number ? own : Math.max(own, reserved.get(each) ?? 0);
    }
    return sum;
  }

  return {
    reserve(number, most, spent) {
      const usd = limit();
      const sum = committed(spent, number);
      // When the possible cost of a step is not known, only the amount already spent or reserved counts.
      const isOver = usd !== null && (most === null ? sum >= usd : sum + most > usd);
      if (isOver) return [...reserved.keys()].some((each) => each !== number) ? 'wait' : 'over';
      reserved.set(number, (spent.get(number) ?? 0) + (most ?? 0));
      return 'granted';
    },
    release: (number) => void reserved.delete(number),
    left(spent) {
      const usd = limit();
      return usd === null ? null : Math.max(0, usd - committed(spent, null));
    },
  };
}
