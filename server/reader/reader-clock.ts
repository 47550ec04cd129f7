import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '#shared/kernel/clock.ts';

/**
 * Two clocks that differ by at most this many milliseconds count as the same: an answer takes time, and names whole
 * seconds.
 */
const NEAR = 60_000;
/** Milliseconds by which the difference must change before it is written down again. */
const WORTH_WRITING = 5000;

/** The server whose clock is compared. */
type Source = 'store' | 'writer';

/**
 * The time as a reader instance knows it (docs/rules.md, "Reader instances"): this machine's clock, unless the store
 * and the writer show that it is wrong.
 */
export interface ReaderClock extends Clock {
  /** Takes in the time of the source's clock now, in milliseconds since 1970. */
  heard(source: Source, time: number): void;
  /**
   * Tells the clock that it is at least this time now: a publication was made then, and the posts that are live in it
   * stay live.
   */
  notBefore(time: number): void;
  /** The time by which posts go live. No publication moves it forward: a writer's clock may be wrong too. */
  dueBy(): number;
  /** Whether this machine's clock was ever compared with another, so that posts may go live by it. */
  isSure(): boolean;
  /** Milliseconds by which this machine's clock is ahead of the others; null where that is not known. */
  ahead(): number | null;
}

interface ReaderClockOptions {
  /** This machine's own clock. */
  local: Clock;
  /** Milliseconds since an arbitrary moment, by a clock that nobody sets. */
  steady: () => number;
  /** The file that keeps the difference for the next start. */
  file: string;
  /** Whether the store is a folder of this machine: then all use this machine's clock. */
  isLocalStore: boolean;
}

const storedClock = z.object({ ahead: z.number() });

export function createReaderClock({ local, steady, file, isLocalStore }: ReaderClockOptions): ReaderClock {
  const said = new Map<Source, { time: number; at: number }>();
  let earliest = 0;
  let written = readKept(file);

  const ahead = () => {
    // Of two clocks that differ, the slower one is believed: nothing goes live too early.
    const differences = [...said.values()].map(({ time, at }) => local.now() - (time + steady() - at));
    if (differences.length > 0) return Math.max(...differences);
    return isLocalStore ? 0 : written;
  };
  const write = (difference: number) => {
    if (written !== null && Math.abs(difference - written) < WORTH_WRITING) return;
    written = difference;
    try {
      writeFileSync(file, JSON.stringify({ ahead: difference }), { mode: 0o600 });
    } catch {
      // The disk may be full: the next start compares the clocks again.
    }
  };
  const dueBy = () => {
    const difference = ahead() ?? 0;
    return local.now() - (Math.abs(difference) > NEAR ? difference : 0);
  };
  return {
    now: () => Math.max(earliest, dueBy()),
    dueBy,
    heard(source, time) {
      said.set(source, { time, at: steady() });
      write(ahead() ?? 0);
    },
    notBefore(time) {
      earliest = Math.max(earliest, time);
    },
    isSure: () => ahead() !== null,
    ahead,
  };
}

function readKept(file: string): number | null {
  try {
    return storedClock.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data?.ahead ?? null;
  } catch {
    return null;
  }
}
