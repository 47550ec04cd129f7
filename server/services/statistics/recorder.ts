import type { Sum } from '#server/repositories/statistics/counted.ts';
import { createDayCounts } from '#server/services/minute-counts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Counting, createCounting } from './counting.ts';
import { createOnceADay, type OnceADay } from './once-a-day.ts';
import { hostInAddress, withoutWww } from './referrer-host.ts';
import { createTally } from './tally.ts';

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
