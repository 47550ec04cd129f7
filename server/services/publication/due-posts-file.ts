import { z } from 'zod';
import { DUE_TABLES } from '#server/repositories/publication/due-rows.ts';
import { createSealedKeys } from '../ai/sealed-keys.ts';

// Posts that are due within a day, as they travel to readers (docs/rules.md, "Published readers").

export { applyDue, type DuePost } from '#server/repositories/publication/due-rows.ts';

const duePost = z.object({
  id: z.int().positive(),
  slug: z.string(),
  at: z.iso.datetime(),
  rows: z.array(
    z.object({
      table: z.enum(DUE_TABLES),
      row: z.record(z.string().regex(/^[a-z_0-9]+$/), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});
const dueFile = z.object({
  siteId: z.string(),
  /** The number of the last migration the rows are of; they fit into a database of this one alone. */
  migration: z.int(),
  posts: z.array(duePost),
});
/** What a file of due posts says, the earliest first. */
export type DueFile = z.output<typeof dueFile>;

const sealing = (readerSecret: string) => createSealedKeys(readerSecret, 'due posts');

/** As it lies in the store. `readerSecret` is `READER_SECRET`. */
export function sealDue(readerSecret: string, due: DueFile): Buffer {
  return sealing(readerSecret).seal(JSON.stringify(due), due.siteId);
}

/** Null for what was sealed with another secret or for another site, was changed, or is not as this program writes it. */
export function unsealDue(readerSecret: string, siteId: string, sealed: Buffer): DueFile | null {
  const text = sealing(readerSecret).open(sealed, siteId);
  if (text === null) return null;
  const read = dueFile.safeParse(JSON.parse(text));
  return read.success && read.data.siteId === siteId ? read.data : null;
}
