import type { Counted, Sum } from '#server/repositories/statistics/counted.ts';
import { createDayCounts } from '#server/services/minute-counts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Counting, createCounting } from './counting.ts';
import { createOnceADay, type OnceADay } from './once-a-day.ts';
import { hostInAddress, withoutWww } from './referrer-host.ts';

export { MOST_A_DAY } from './counting.ts';

/** Counts of actions at another place and time; the caller stores them together with its other data. */
export interface LateCounts {
  /** Counts actions at a time, in milliseconds since 1970. */
  at(time: number): Counting;
  sums(): Sum[];
  /** Undoes the counting, because the data could not be stored. */
  takeBack(): void;
}

/** Counts what readers do (docs/rules.md, "Statistics"), and stores the sums. */
export interface StatisticsRecorder extends Counting {
  /** For late data; an action that is counted here is not counted again elsewhere. */
  late(): LateCounts;
  /** Stores what was counted since the last time. */
  flush(): Promise<void>;
}

interface RecorderOptions {
  clock: Clock;
  /** The site's own address. */
  siteUrl: string;
  /** Adds sums to the stored ones, all or none; `flush` calls it when there are any. */
  store: (sums: readonly Sum[]) => Promise<void>;
  onError: (error: unknown) => void;
}

export function createStatisticsRecorder({ clock, siteUrl, store, onError }: RecorderOptions): StatisticsRecorder {
  const once = createOnceADay({ clock });
  const ofNetwork = createDayCounts(clock);
  const tally = createTally();
  const own = new Set([withoutWww(hostInAddress(siteUrl) ?? '')]);

  const flush = async () => {
    const sums = tally.take();
    if (sums.length === 0) return;
    try {
      await store(sums);
    } catch (error) {
      tally.putBack(sums);
      onError(error);
    }
  };

  return {
    ...createCounting({ once, ofNetwork, own, add: tally.add, at: clock.now }),
    late() {
      const lateTally = createTally();
      const undo: (() => void)[] = [];
      return {
        at(time) {
          const onceThen: OnceADay = {
            ...once,
            nameOf: (parts) => once.nameOf(parts, time),
            has: (parts) => once.has(parts, time),
            first(parts) {
              const isFirst = once.first(parts, time);
              if (isFirst) undo.push(() => once.forget(parts, time));
              return isFirst;
            },
          };
          return createCounting({ once: onceThen, ofNetwork, own, add: lateTally.add, at: () => time });
        },
        sums: lateTally.take,
        takeBack() {
          for (const each of undo.splice(0)) each();
        },
      };
    },
    flush,
  };
}

/** The counts that are not written yet. */
interface Tally {
  /** Adds a count. When there is no room for it, it is discarded. */
  add(counted: Counted): void;
  /** Removes and returns all sums. */
  take(): Sum[];
  /** Puts back sums that could not be written. */
  putBack(sums: readonly Sum[]): void;
}

/** @param most the largest number of sums: a flood of new ones must not fill the memory while nothing can be written */
function createTally(most = 20_000): Tally {
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
