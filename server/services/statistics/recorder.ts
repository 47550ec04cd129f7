import type { Counted, Sum } from '#server/repositories/statistics/counted.ts';
import { createDayCounts } from '#server/services/minute-counts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Counting, createCounting } from './counting.ts';
import { createOnceADay, type OnceADay } from './once-a-day.ts';
import { hostInAddress, withoutWww } from './referrer-host.ts';

export { MOST_A_DAY } from './counting.ts';

/** What was done elsewhere and is stored by whoever brings it, together with what else they store. */
export interface LateCounts {
  /** Counts what was done at a time, in milliseconds since 1970. */
  at(time: number): Counting;
  sums(): Sum[];
  /** Has none of it ever counted: it could not be stored. */
  takeBack(): void;
}

/** Counts what readers do (docs/rules.md, "Statistics"), and has it stored. */
export interface StatisticsRecorder extends Counting {
  /** For what comes late; what counts here does not count again elsewhere. */
  late(): LateCounts;
  /** Stores what was counted since the last time. */
  flush(): Promise<void>;
}

interface RecorderOptions {
  clock: Clock;
  /** The site's own address. */
  siteUrl: string;
  /** Adds sums to what is stored, all or none; called by `flush` while there are some. */
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

/** What was counted and is not written yet. */
interface Tally {
  /** Adds one. What there is no room for is forgotten. */
  add(counted: Counted): void;
  /** Takes everything out. */
  take(): Sum[];
  /** Puts back what could not be written. */
  putBack(sums: readonly Sum[]): void;
}

/** @param most sums held at the most: a flood of ever new ones must not fill the memory while nothing can be written */
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
