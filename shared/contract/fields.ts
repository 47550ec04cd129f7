import { z } from 'zod';

/**
 * A row's id in a path or query: plain digits, positive, safe as an integer. `0x10`, `1e3` and white space are no ids.
 * Callers may give the number.
 */
export const idParam = z.coerce
  .string<string | number>()
  .regex(/^[1-9]\d{0,15}$/, 'Must be a positive whole number')
  .transform(Number)
  .pipe(z.int().positive());

/** The same, or 0 for what has no row: a post not stored yet, the environment's provider. */
export const idOrZeroParam = z.coerce
  .string<string | number>()
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.int());

/** ISO 8601 in UTC, the form every date in an answer has. */
export const isoDate = z.iso.datetime();

/**
 * A date that is stored: any ISO 8601 time with its zone, kept in the one form `toISOString` gives, since rows are
 * compared as text.
 */
export const storedDate = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .pipe(isoDate);

/** The id of a step of the workflow, such as `buyer-avatar`. */
export const stepId = z
  .string()
  .regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'Must be the id of a step')
  .max(60);

/** A slug in a path. Anything may be asked for; what no post has is simply not found. */
export const slugParam = z.string().min(1).max(300);

/** A year or a month: "2025", "2025-07". */
export const periodParam = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'Must be a year or a month: 2025, 2025-07');

/** Text that is kept. Lone surrogates and NUL are refused: SQLite, JSON and UTF-8 disagree about them. */
export const storableText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Contains characters that cannot be stored');

/**
 * What a person reads whose text is longer than `max` characters. Made when somebody reads it: the first number that is
 * written in a language's way costs a start 30 ms.
 */
export const atMost = (max: number) => ({
  error: () => `At most ${max.toLocaleString('en-US')} characters, please.`,
});

/** Text that is kept, at most so many UTF-16 code units of it. */
export const textUpTo = (max: number) => storableText.max(max, atMost(max));

/**
 * Text in which something other than white space must stand, kept as it was typed.
 * @param message what the person reads when it is missing or blank
 * @param max in UTF-16 code units
 */
export const requiredText = (message: string, max: number) =>
  textUpTo(max).refine((text) => text.trim() !== '', message);

/** One line: no line break of any kind, so that it can stand in a mail header. White space at its ends is dropped. */
export const lineOfText = (max: number) =>
  storableText
    .trim()
    .max(max, atMost(max))
    .refine((text) => !/[\r\n\u0085\u2028\u2029]/.test(text), 'Must be a single line');

/** An e-mail address, at most 254 characters (RFC 5321 §4.5.3.1), without the white space people paste with it. */
export const emailField = (message: string) => storableText.trim().pipe(z.email(message).max(254, message));

/** A whole number that is stored. JSON knows -0, which SQLite would keep as a fraction; it becomes 0. */
export const storedInteger = (message?: string) => z.int(message).overwrite((value) => value + 0);

/** `true` and `false` as they stand in a query string. Callers may give the boolean. */
export const queryFlag = z
  .union([z.enum(['true', 'false']), z.boolean()])
  .transform((value) => value === true || value === 'true');

/**
 * Paging of a list: `cursor` is what the `Link: …; rel="next"` of the page before named, opaque to the caller.
 * `page` counts from 1 and is for addresses people type and share; where both are given, `cursor` wins.
 */
export const pagingQuery = z.object({
  limit: z.coerce.number<string | number>().int().min(1).max(100).optional(),
  page: z.coerce.number<string | number>().int().min(1).max(100_000).optional(),
  cursor: z.string().max(500).optional(),
});

/** Bytes as base64 (RFC 4648 §4, padded), the form binary data has in JSON. */
export const base64Bytes = z.base64();
