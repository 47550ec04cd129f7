import type { Clock } from '#shared/kernel/clock.ts';
import { createOnceADay } from './statistics/once-a-day.ts';

/**
 * The largest number of readers of one network whose readings of a post count on one day: enough for an office of
 * several people, too few for a series of faked browsers.
 */
const MOST_OF_NETWORK = 10;

interface Reader {
  /** The network of an address, as returned by `clientNetwork`. */
  network: string;
  userAgent: string;
}

interface ViewCounterOptions {
  clock: Clock;
  /** Adds the counted readings to the posts; `flush` calls it when there are any. */
  store: (views: ReadonlyMap<number, number>) => Promise<void>;
  /** The number of readings that are remembered for a day; beyond it the oldest is forgotten and may count twice. */
  maxRemembered?: number;
  onError: (error: unknown) => void;
}

/** Readings from an earlier time that are not stored yet. */
export interface LateViews {
  /** Counts a reading on the day of `at` (milliseconds since 1970), once per reader. */
  count(postId: number, reader: Reader, at: number): void;
  readings(): ReadonlyMap<number, number>;
  /** Undoes the counting of these readings, because they could not be stored. */
  takeBack(): void;
}

export interface ViewCounter {
  /**
   * Counts one reading, once per reader and day; false when this reader, or enough readers of its network, were counted
   * already.
   */
  count(postId: number, reader: Reader): boolean;
  /** For readings that reader instances deliver: the caller stores them together with its other data. */
  late(): LateViews;
  /** Stores the readings counted since the last time. */
  flush(): Promise<void>;
}

/**
 * Counts readings (docs/rules.md, "Views"). A reader is a hash of network and user agent under a key that is made anew
 * each day and never stored, so that no count can be traced back to a person.
 */
export function createViewCounter(options: ViewCounterOptions): ViewCounter {
  const { store } = options;
  const once = createOnceADay(options);
  let pending = new Map<number, number>();

  /** The entries under which this reading is remembered from now on; null when it does not count. */
  const noted = (
    postId: number,
    { network, userAgent }: Reader,
    at?: number,
  ): (readonly (string | number)[])[] | null => {
    const reading = [postId, network, userAgent];
    if (once.has(reading, at)) return null;
    for (let place = 1; place <= MOST_OF_NETWORK; place += 1) {
      const placed = ['of its network', postId, network, place];
      if (!once.first(placed, at)) continue;
      once.first(reading, at);
      return [reading, placed];
    }
    return null;
  };

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
      if (noted(postId, reader) === null) return false;
      pending.set(postId, (pending.get(postId) ?? 0) + 1);
      return true;
    },
    late() {
      const readings = new Map<number, number>();
      const undo: (() => void)[] = [];
      return {
        count(postId, reader, at) {
          const remembered = noted(postId, reader, at);
          if (remembered === null) return;
          undo.push(() => {
            for (const parts of remembered) once.forget(parts, at);
          });
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
