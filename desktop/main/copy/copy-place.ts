import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const copyPlace = z.object({
  /** The site it is a copy of; null before its first page. */
  siteId: z.string().nullable(),
  /** Where the next page begins; null for the beginning. */
  cursor: z.string().nullable(),
  /** Counted up each time it begins anew. */
  generation: z.int(),
  /** Whether all of the site has been told once. */
  isWhole: z.boolean(),
  /** When the server last had nothing more to tell, milliseconds since 1970. */
  at: z.number().nullable(),
  /** When it last heard anything of the server. */
  heardAt: z.number().nullable(),
  /** Counted up with each pull. */
  pull: z.int(),
  /** What was carried out of deletions lately: since when, how many posts there were then, and how many went. */
  removals: z.object({ since: z.number(), of: z.int(), removed: z.int() }).nullable(),
  /** Names the question about the deletions that wait; null where none is asked. */
  question: z.string().nullable(),
});
/** How far a copy goes. */
export type CopyPlace = z.output<typeof copyPlace>;

const NOWHERE: CopyPlace = {
  siteId: null,
  cursor: null,
  generation: 0,
  isWhole: false,
  at: null,
  heardAt: null,
  pull: 0,
  removals: null,
  question: null,
};

/** Reads and writes the place; one that cannot be understood is no place: the copy begins anew. */
export function createPlaceRow(sqlite: Database): { get(): CopyPlace; set(change: Partial<CopyPlace>): void } {
  const read = sqlite.prepare<[], string>('select place from place').pluck();
  const write = sqlite.prepare<[string]>('insert or replace into place (one, place) values (1, ?)');
  const get = () => {
    const text = read.get();
    return text === undefined ? NOWHERE : (parsed(text) ?? NOWHERE);
  };
  return { get, set: (change) => void write.run(JSON.stringify({ ...get(), ...change })) };
}

function parsed(text: string): CopyPlace | undefined {
  try {
    return copyPlace.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
