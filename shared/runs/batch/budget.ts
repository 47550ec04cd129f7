/** What the runs of a batch may still cost. */
export interface Budget {
  /**
   * Sets aside what a step of a topic can cost at the most; null where that is not known. `spent` is what every topic has
   * cost so far, by its number. `wait`: steps under way may turn out cheaper; `over`: the limit is reached.
   */
  reserve(number: number, most: number | null, spent: ReadonlyMap<number, number | null>): 'granted' | 'wait' | 'over';
  /** Nothing is under way for a topic any more. */
  release(number: number): void;
  /** What may be spent still, steps under way aside. */
  left(spent: ReadonlyMap<number, number | null>): number | null;
}

/** @param limit USD the batch may cost, asked for anew each time; null for no limit */
export function createBudget(limit: () => number | null): Budget {
  /** By the topic's number: what it will have cost at the most when its step is over. */
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
      // Where nobody knows what a step may cost, what is spent counts alone.
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
