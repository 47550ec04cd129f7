import { z } from 'zod';

/** Bytes of pictures a computer keeps, until the owner says otherwise. */
export const USUAL_PICTURE_BYTES = 2 * 1024 ** 3;

/** Where the copy of the site on this computer stands, as the windows are told. */
export const copyState = z
  .object({
    /** Posts that are here, and how many changed ones the server has still to tell; null while that is not known. */
    posts: z.int(),
    left: z.int().nullable(),
    /** Whether every post of the site has been here once: lists are whole then. */
    isWhole: z.boolean(),
    isCopying: z.boolean(),
    /** Pictures that posts show: how many are here, of how many; the bytes of all that are here. */
    pictures: z.object({ here: z.int(), of: z.int(), bytes: z.int() }).readonly(),
    /** Bytes of pictures that are kept at the most. */
    limit: z.int(),
    /** When the server last had nothing more to tell, milliseconds since 1970; null where it never came so far. */
    at: z.number().nullable(),
    /** Why it does not go on, in words for the owner. */
    problem: z.string().nullable(),
    /**
     * The server says that most posts are gone: they stay here until the owner says so. `key` names the question, an answer
     * to another one is none.
     */
    deletions: z.object({ key: z.string(), deleted: z.int(), of: z.int() }).readonly().nullable(),
  })
  .readonly();
export type CopyState = z.output<typeof copyState>;

/** A draft of this computer that has the words that were looked for. */
export const foundDraft = z.object({
  id: z.string(),
  title: z.string(),
  /** The post it changes; null for a new one. */
  postId: z.int().nullable(),
});
export type FoundDraft = z.output<typeof foundDraft>;
