import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '#shared/kernel/clock.ts';

/** Milliseconds two clocks may be apart and be the same to us: an answer takes time, and names whole seconds. */
const NEAR = 60_000;
/** Milliseconds a difference must change by to be written down anew. */
const WORTH_WRITING = 5000;

/** Who is asked for the time. */
type Source = 'store' | 'writer';

/**
 * The time as a reader instance believes it (docs/rules.md, "Reader instances"): this machine's clock, unless the store and
 * the writer say that it is wrong.
 */
export interface ReaderClock extends Clock {
  /** What somebody's clock says now, in milliseconds since 1970. */
  heard(source: Source, time: number): void;
  /** It is later than this: a publication was made then, and what is live in it is. */
  notBefore(time: number): void;
  /** The time posts go live by, which no publication puts forward: a writer's clock may be wrong too. */
  dueBy(): number;
  /** Whether this machine's clock was ever compared with another, so that posts may go live by it. */
  isSure(): boolean;
  /** Milliseconds by which this machine's clock is ahead of the others; null where that is not known. */
  ahead(): number | null;
}

interface ReaderClockOptions {
  /** This machine's own. */
  local: Clock;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  steady: () => number;
  /** The file in which the difference is kept for the next start. */
  file: string;
  /** Whether the store is a folder of this machine, whose clock is then everybody's. */
  isLocalStore: boolean;
}

const storedClock = z.object({ ahead: z.number() });

export function createReaderClock({ local, steady, file, isLocalStore }: ReaderClockOptions): ReaderClock {
  const said = new Map<Source, { time: number; at: number }>();
  let earliest = 0;
  let written = readKept(file);

  const ahead = () => {
    // Of two that differ the one that is behind: nothing goes live too early.
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
      // A full disk: the next start asks again.
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
