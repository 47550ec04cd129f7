import { z } from 'zod';
import { DUE_TABLES } from '#server/repositories/publication/due-rows.ts';
import { createSealedKeys } from '../ai/sealed-keys.ts';

// The form in which posts that are due within a day are sent to readers (docs/rules.md, "Published readers").

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
  /**
   * The number of the last migration with which the rows were made; they fit only into a database with this migration.
   */
  migration: z.int(),
  posts: z.array(duePost),
});
/** The content of a file of due posts, the earliest first. */
export type DueFile = z.output<typeof dueFile>;

const sealing = (readerSecret: string) => createSealedKeys(readerSecret, 'due posts');

/** The form in which it is stored. `readerSecret` is `READER_SECRET`. */
export function sealDue(readerSecret: string, due: DueFile): Buffer {
  return sealing(readerSecret).seal(JSON.stringify(due), due.siteId);
}

/**
 * Null for a file that was sealed with another secret or for another site, was changed, or has a form that this program
 * does not write.
 */
export function unsealDue(readerSecret: string, siteId: string, sealed: Buffer): DueFile | null {
  const text = sealing(readerSecret).open(sealed, siteId);
  if (text === null) return null;
  const read = dueFile.safeParse(JSON.parse(text));
  return read.success && read.data.siteId === siteId ? read.data : null;
}
