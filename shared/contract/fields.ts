import { z } from 'zod';

/** A row's id in a path: digits only, positive, safe as an integer. */
export const idParam = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** ISO 8601 in UTC, the form every date in an answer has. */
export const isoDate = z.iso.datetime();

/** A slug in a path. Anything may be asked for; what no post has is simply not found. */
export const slugParam = z.string().min(1).max(300);

/** Text that must hold more than white space. Lone surrogates and NUL are refused: SQLite and JSON disagree about them. */
export const storableText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Contains characters that cannot be stored');

/** `true` and `false` as they stand in a query string. */
export const queryFlag = z.enum(['true', 'false']).transform((value) => value === 'true');

/**
 * Paging of a list: `cursor` is what the `Link: …; rel="next"` of the page before named, opaque to the caller.
 * `page` counts from 1 and is for addresses people type and share; where both are given, `cursor` wins.
 */
export const pagingQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  cursor: z.string().max(500).optional(),
});
