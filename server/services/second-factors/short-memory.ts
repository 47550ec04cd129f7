import type { Clock } from '#shared/kernel/clock.ts';

/** Keeps things by name for a while, in memory: what a restart may forget. */
export interface ShortMemory<T> {
  /** In the place of what had this name; of too many the oldest goes. */
  set(name: string, value: T): void;
  /** Undefined for what is not there, or no longer. */
  get(name: string): T | undefined;
  /** As `get`, and it is gone. */
  take(name: string): T | undefined;
  /** Gives what is there another name, in the place of what had that; it ends when it would have. */
  rename(from: string, to: string): void;
  find(is: (value: T) => boolean): T | undefined;
  /** Of those that are meant the oldest go, until so many are left. */
  makeRoom(is: (value: T) => boolean, left: number): void;
}

interface Kept<T> {
  value: T;
  since: number;
}

/** @param lifetime in milliseconds. A clock that is put back ends what it would keep for longer. */
export function createShortMemory<T>({ now }: Clock, lifetime: number, most: number): ShortMemory<T> {
  // In the order in which they came.
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
