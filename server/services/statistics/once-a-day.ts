import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '#shared/kernel/clock.ts';
import { dayOf } from '#shared/kernel/utc-periods.ts';

interface OnceADayOptions {
  clock: Clock;
  /** Things remembered; beyond it the oldest is forgotten, and may come again as the first. */
  maxRemembered?: number;
}

/** Tells what comes for the first time on a UTC day. */
export interface OnceADay {
  /** Whether this has not come on this day before; from now on it has. */
  first(parts: readonly (string | number)[]): boolean;
  has(parts: readonly (string | number)[]): boolean;
  /** A name for something that nothing can be led back from, another one each day. */
  nameOf(parts: readonly (string | number)[]): string;
}

/**
 * What has come is remembered as its hash under a key that is made anew each day and never stored: it can be led back to
 * no person, and no day to another.
 */
export function createOnceADay({ clock, maxRemembered = 200_000 }: OnceADayOptions): OnceADay {
  let key = randomBytes(32);
  let day = dayOf(clock.now());
  let seen = new Set<string>();

  const nameOf = (parts: readonly (string | number)[]) => {
    const today = dayOf(clock.now());
    if (today !== day) {
      day = today;
      key = randomBytes(32);
      seen = new Set();
    }
    return createHmac('sha256', key).update(parts.join('\0')).digest('base64url').slice(0, 16);
  };
  return {
    nameOf,
    has: (parts) => seen.has(nameOf(parts)),
    first(parts) {
      const name = nameOf(parts);
      if (seen.has(name)) return false;
      if (seen.size >= maxRemembered) {
        const oldest = seen.values().next().value;
        if (oldest !== undefined) seen.delete(oldest);
      }
      seen.add(name);
      return true;
    },
  };
}
