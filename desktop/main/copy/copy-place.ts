import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const copyPlace = z.object({
  /** The site that the copy is of; null before the first page. */
  siteId: z.string().nullable(),
  /** The place where the next page begins; null for the beginning. */
  cursor: z.string().nullable(),
  /** Counted up each time the copy begins anew. */
  generation: z.int(),
  /** Whether the server has sent all of the site once. */
  isWhole: z.boolean(),
  /** The time when the server last had nothing more to send, in milliseconds since 1970. */
  at: z.number().nullable(),
  /** The time when the copy last received anything from the server. */
  heardAt: z.number().nullable(),
  /** Counted up with each pull. */
  pull: z.int(),
  /** The deletions carried out lately: since when, how many posts there were then, and how many were removed. */
  removals: z.object({ since: z.number(), of: z.int(), removed: z.int() }).nullable(),
  /** The name of the question about the pending deletions; null when nothing is asked. */
  question: z.string().nullable(),
});
/** The progress of a copy. */
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

/** Reads and writes the place. A place that cannot be parsed counts as none: the copy begins anew. */
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
