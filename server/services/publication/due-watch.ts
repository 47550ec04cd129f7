import type { Executor } from '#server/db/transaction.ts';
import { postsDueWithin } from '#server/repositories/publication/due-rows.ts';
import { DUE_WITHIN, MOST_DUE } from '#server/repositories/publication/public-database.ts';

/** Watches which posts are due within a day, and whether these are the published ones. */
export interface DueWatch {
  /** Remembers the posts that are due now, because they are being published; returns their number. */
  take(now: number): Promise<number>;
  /** Whether the posts that are due, or their versions, differ from the taken ones that are still in the future. */
  isOther(now: number): Promise<boolean>;
}

export function createDueWatch(db: Executor): DueWatch {
  let taken: { name: string; at: string }[] = [];
  const read = async (now: number) => {
    const due = await postsDueWithin(db, { now, within: DUE_WITHIN, limit: MOST_DUE });
    return due.map(({ id, version, at }) => ({ name: `${id}.${version}.${at}`, at }));
  };
  return {
    async take(now) {
      taken = await read(now);
      return taken.length;
    },
    async isOther(now) {
      const present = new Date(now).toISOString();
      const toCome = taken.filter(({ at }) => at > present).map(({ name }) => name);
      const due = (await read(now)).map(({ name }) => name);
      return due.join(' ') !== toCome.join(' ');
    },
  };
}
