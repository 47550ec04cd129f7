import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#shared/kernel/clock.ts';

/** Attempts that are answered without delay. */
const FREE_ATTEMPTS = 5;
/** Milliseconds to wait after the last free attempt; doubled by each further attempt. */
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 60 * 60 * 1000;
/** Milliseconds without an attempt after which the earlier ones are forgotten. */
const FORGOTTEN_AFTER = 24 * 60 * 60 * 1000;
/** The number of counters. Two names sometimes share a counter, and then each also waits for the other's attempts. */
const COUNTERS = 65_536;

/** Counts attempts, and makes callers whose attempts keep failing wait longer and longer. */
export interface AttemptLimits {
  /**
   * Counts an attempt under each of the names before the attempt is made, so that many attempts at once gain nothing.
   * Returns 0, or the whole seconds to wait; an attempt that has to wait is not counted.
   */
  begin(names: readonly string[]): number;
  /** The attempt succeeded: the counts under these names are reset. */
  succeed(names: readonly string[]): void;
}

/**
 * The counters are a table of fixed size, indexed by a keyed hash: no attempt can push a counter out to make room for
 * another, and nobody can tell which names share a counter. The counters live as long as the process.
 */
export function createAttemptLimits({ now }: Clock): AttemptLimits {
  const key = randomBytes(32);
  let made: ReturnType<typeof createTable> | undefined;
  // The table's megabyte is allocated at the first attempt.
  const table = () => {
    made ??= createTable();
    return made;
  };
  const counterOf = (name: string) => createHmac('sha256', key).update(name).digest().readUInt32BE() % COUNTERS;

  return {
    begin(names) {
      const at = now();
      const { attempts, lastAt, waitUntil } = table();
      const counters = names.map(counterOf);
      for (const counter of counters) {
        // The clock was set back: without this, the caller would wait until the clock reaches the old time again, for
        // years if the clock was far ahead.
        if ((lastAt[counter] ?? 0) <= at) continue;
        lastAt[counter] = at;
        waitUntil[counter] = at + delayAfter(attempts[counter] ?? 0);
      }
      const wait = Math.max(0, ...counters.map((counter) => (waitUntil[counter] ?? 0) - at));
      if (wait > 0) return Math.ceil(wait / 1000);
      for (const counter of counters) {
        const isForgotten = at - (lastAt[counter] ?? 0) > FORGOTTEN_AFTER;
        const count = (isForgotten ? 0 : (attempts[counter] ?? 0)) + 1;
        attempts[counter] = count;
        lastAt[counter] = at;
        waitUntil[counter] = at + delayAfter(count);
      }
      return 0;
    },
    succeed(names) {
      const { attempts, waitUntil } = table();
      for (const counter of names.map(counterOf)) {
        attempts[counter] = 0;
        waitUntil[counter] = 0;
      }
    },
  };
}

function createTable() {
  return {
    attempts: new Uint32Array(COUNTERS),
    lastAt: new Float64Array(COUNTERS),
    waitUntil: new Float64Array(COUNTERS),
  };
}

/** Milliseconds to wait after this many attempts. */
function delayAfter(count: number): number {
  return count < FREE_ATTEMPTS ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (count - FREE_ATTEMPTS));
}
