import type { Clock } from '#shared/kernel/clock.ts';

/** Holds values by name in memory for a limited time; a restart may lose them. */
export interface ShortMemory<T> {
  /** Replaces any value of this name; if there are too many values, the oldest is removed. */
  set(name: string, value: T): void;
  /** Undefined for a value that does not exist, or has expired. */
  get(name: string): T | undefined;
  /** Returns the value as `get` does, and removes it. */
  take(name: string): T | undefined;
  /** Renames a value, and replaces any value of the new name; the time of expiry stays the same. */
  rename(from: string, to: string): void;
  find(is: (value: T) => boolean): T | undefined;
  /** Removes the oldest matching values until only this number is left. */
  makeRoom(is: (value: T) => boolean, left: number): void;
}

interface Kept<T> {
  value: T;
  since: number;
}

/** @param lifetime in milliseconds. If the clock is set back, values that would live longer expire. */
export function createShortMemory<T>({ now }: Clock, lifetime: number, most: number): ShortMemory<T> {
  // In the order of their arrival.
  const entries = new Map<string, Kept<T>>();
  const isGood = ({ since }: Kept<T>) => {
    const age = now() - since;
    return age >= 0 && age < lifetime;
  };
  const get = (name: string) => {
    const found = entries.get(name);
    if (found && isGood(found)) return found.value;
    entries.delete(name);
    return undefined;
  };
  const makeRoom = (is: (value: T) => boolean, left: number) => {
    const names = [...entries].filter(([, { value }]) => is(value)).map(([name]) => name);
    for (const name of names.slice(0, Math.max(0, names.length - left))) entries.delete(name);
  };
  return {
    set(name, value) {
      for (const [other, each] of entries) if (!isGood(each)) entries.delete(other);
      entries.delete(name);
      makeRoom(() => true, most - 1);
      entries.set(name, { value, since: now() });
    },
    get,
    take(name) {
      const value = get(name);
      entries.delete(name);
      return value;
    },
    rename(from, to) {
      const found = entries.get(from);
      if (!found) return;
      entries.delete(from);
      entries.set(to, found);
    },
    find: (is) => [...entries.values()].find((each) => isGood(each) && is(each.value))?.value,
    makeRoom,
  };
}
