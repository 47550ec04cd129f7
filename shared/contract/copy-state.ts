import { z } from 'zod';

/** The most bytes of pictures a computer keeps, until the owner chooses another limit. */
export const USUAL_PICTURE_BYTES = 2 * 1024 ** 3;

/** The state of this computer's copy of the site, as the windows receive it. */
export const copyState = z
  .object({
    /**
     * The number of posts in the copy, and of changed posts the server has still to send; null while that number is not
     * known.
     */
    posts: z.int(),
    left: z.int().nullable(),
    /** Whether the copy has once held every post of the site: its lists are complete then. */
    isWhole: z.boolean(),
    isCopying: z.boolean(),
    /**
     * Of the pictures that posts show: how many are here, and how many there are; and the bytes of all pictures here.
     */
    pictures: z.object({ here: z.int(), of: z.int(), bytes: z.int() }).readonly(),
    /** The most bytes of pictures that are kept. */
    limit: z.int(),
    /** When the copy last had everything from the server, in milliseconds since 1970; null where it never had. */
    at: z.number().nullable(),
    /** Why copying has stopped, in words for the owner. */
    problem: z.string().nullable(),
    /**
     * The server says that most posts are gone: they stay here until the owner confirms it. `key` identifies the
     * question; an answer with another key is ignored.
     */
    deletions: z.object({ key: z.string(), deleted: z.int(), of: z.int() }).readonly().nullable(),
  })
  .readonly();
export type CopyState = z.output<typeof copyState>;

/** A draft on this computer that contains the words of a search. */
export const foundDraft = z.object({
  id: z.string(),
  title: z.string(),
  /** The post that the draft changes; null for a new post. */
  postId: z.int().nullable(),
});
export type FoundDraft = z.output<typeof foundDraft>;
