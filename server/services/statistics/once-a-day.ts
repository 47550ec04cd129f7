import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#shared/kernel/clock.ts';
import { dayOf } from '#shared/kernel/utc-periods.ts';

interface OnceADayOptions {
  clock: Clock;
  /**
   * The number of entries that are remembered for a day; beyond it the oldest is forgotten, and may count again as the
   * first.
   */
  maxRemembered?: number;
}

/** The bytes of a hash that are remembered, as 16 characters. */
const NAME_BYTES = 12;

type Parts = readonly (string | number)[];

/**
 * Tells what happens for the first time on a UTC day: today, or the day of `at` (milliseconds since 1970) for late
 * data.
 */
export interface OnceADay {
  /** Whether this has not happened yet on the day; from now on it has. */
  first(parts: Parts, at?: number): boolean;
  has(parts: Parts, at?: number): boolean;
  /** Undoes a `first` whose data could not be stored. */
  forget(parts: Parts, at?: number): void;
  /** A name for something that cannot be traced back to it, different each day. */
  nameOf(parts: Parts, at?: number): string;
}

/**
 * The number of days besides today for which entries are remembered: reader instances deliver data that they collected
 * while the writer was away.
 */
const LATE_DAYS = 3;

/**
 * Entries are remembered as hashes under a key that is made anew for each day and never stored: no entry can be traced
 * back to a person, and entries of different days cannot be linked.
 */
export function createOnceADay({ clock, maxRemembered = 200_000 }: OnceADayOptions): OnceADay {
  const days = new Map<number, { key: Buffer; seen: Set<string> }>();
  let today = dayOf(clock.now());

  const dayAt = (at: number | undefined) => {
    const present = dayOf(clock.now());
    // The memory of a day is cleared when the day is over; for earlier days only late data is remembered.
    if (present !== today) days.clear();
    today = present;
    const day = at === undefined ? present : dayOf(at);
    const known = days.get(day);
    if (known) return known;
    const late = [...days.keys()].filter((each) => each !== present);
    if (day !== present && late.length >= LATE_DAYS) days.delete(late[0] ?? day);
    const made = { key: randomBytes(32), seen: new Set<string>() };
    days.set(day, made);
    return made;
  };
  // Not a slice of the whole hash's text: V8 would keep the whole text for it.
  const nameIn = ({ key }: { key: Buffer }, parts: Parts) =>
    createHmac('sha256', key).update(parts.join('\0')).digest().toString('base64url', 0, NAME_BYTES);
  return {
    nameOf: (parts, at) => nameIn(dayAt(at), parts),
    has(parts, at) {
      const day = dayAt(at);
      return day.seen.has(nameIn(day, parts));
    },
    forget(parts, at) {
      const day = dayAt(at);
      day.seen.delete(nameIn(day, parts));
    },
    first(parts, at) {
      const day = dayAt(at);
      const name = nameIn(day, parts);
      if (day.seen.has(name)) return false;
      if (day.seen.size >= maxRemembered) {
        const oldest = day.seen.values().next().value;
        if (oldest !== undefined) day.seen.delete(oldest);
      }
      day.seen.add(name);
      return true;
    },
  };
}
