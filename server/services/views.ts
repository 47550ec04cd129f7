import type { Clock } from '#shared/kernel/clock.ts';
import { createOnceADay } from './statistics/once-a-day.ts';

interface ViewCounterOptions {
  clock: Clock;
  /** Adds the counted readings to the posts; called by `flush` while there are some. */
  store: (views: ReadonlyMap<number, number>) => Promise<void>;
  /** Readings remembered a day; beyond it the oldest is forgotten and may count twice. */
  maxRemembered?: number;
  onError: (error: unknown) => void;
}

/** Readings of another time, which are not stored yet. */
export interface LateViews {
  /** Counts one of the day of `at` (milliseconds since 1970), once a reader. */
  count(postId: number, reader: { address: string; userAgent: string }, at: number): void;
  readings(): ReadonlyMap<number, number>;
  /** Has none of them ever counted: they could not be stored. */
  takeBack(): void;
}

export interface ViewCounter {
  /** Counts one reading, once a reader a day; false when this reader was counted already. */
  count(postId: number, reader: { address: string; userAgent: string }): boolean;
  /** For readings that reader instances bring: whoever stores them does so with what else they store. */
  late(): LateViews;
  /** Stores what was counted since the last time. */
  flush(): Promise<void>;
}

/**
 * Counts readings (docs/rules.md, "Views"). A reader is a hash of address and user agent under a key that is made anew
 * each day and never stored, so that no count can be led back to a person.
 */
export function createViewCounter(options: ViewCounterOptions): ViewCounter {
  const { store } = options;
  const once = createOnceADay(options);
  let pending = new Map<number, number>();

  const flush = async () => {
    if (pending.size === 0) return;
    const views = pending;
    pending = new Map();
    try {
      await store(views);
    } catch (error) {
      for (const [postId, count] of views) pending.set(postId, (pending.get(postId) ?? 0) + count);
      options.onError(error);
    }
  };

  return {
    count(postId, reader) {
      if (!once.first([postId, reader.address, reader.userAgent])) return false;
      pending.set(postId, (pending.get(postId) ?? 0) + 1);
      return true;
    },
    late() {
      const readings = new Map<number, number>();
      const undo: (() => void)[] = [];
      return {
        count(postId, reader, at) {
          const parts = [postId, reader.address, reader.userAgent];
          if (!once.first(parts, at)) return;
          undo.push(() => once.forget(parts, at));
          readings.set(postId, (readings.get(postId) ?? 0) + 1);
        },
        readings: () => readings,
        takeBack() {
          for (const each of undo.splice(0)) each();
        },
      };
    },
    flush,
  };
}
