import { z } from 'zod';

/**
 * A row's id in a path or query: plain digits, positive, a safe integer. `0x10`, `1e3` and white space are refused.
 * Callers may pass the number.
 */
export const idParam = z.coerce
  .string<string | number>()
  .regex(/^[1-9]\d{0,15}$/, 'Must be a positive whole number')
  .transform(Number)
  .pipe(z.int().positive());

/** The same, or 0 for a thing without a row: a post not stored yet, the environment's provider. */
export const idOrZeroParam = z.coerce
  .string<string | number>()
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'Must be a whole number')
  .transform(Number)
  .pipe(z.int());

/** ISO 8601 in UTC, the form of every date in an answer. */
export const isoDate = z.iso.datetime();

/**
 * A date that is stored: any ISO 8601 time with its zone, normalized to the form of `toISOString`, since rows are
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

/** A slug in a path. Any text is accepted; a slug that no post has is simply not found. */
export const slugParam = z.string().min(1).max(300);

/** A year or a month: "2025", "2025-07". */
export const periodParam = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'Must be a year or a month: 2025, 2025-07');

/** Text that is stored. Lone surrogates and NUL are refused: SQLite, JSON and UTF-8 disagree about them. */
export const storableText = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'Contains characters that cannot be stored');

/**
 * The error message for a text of more than `max` characters. It is made only when it is read: formatting the first
 * number for a language takes 30 ms, which a start should not pay for.
 */
export const atMost = (max: number) => ({
  error: () => `At most ${max.toLocaleString('en-US')} characters, please.`,
});

/** Text that is stored, of at most `max` UTF-16 code units. */
export const textUpTo = (max: number) => storableText.max(max, atMost(max));

/**
 * Text that must contain something other than white space; it is stored as it was typed.
 * @param message the message to the person when the text is missing or blank
 * @param max the maximum length in UTF-16 code units
 */
export const requiredText = (message: string, max: number) =>
  textUpTo(max).refine((text) => text.trim() !== '', message);

/**
 * One line: no line break of any kind, so that it can be part of a mail header. White space at both ends is removed.
 */
export const lineOfText = (max: number) =>
  storableText
    .trim()
    .max(max, atMost(max))
    .refine((text) => !/[\r\n\u0085\u2028\u2029]/.test(text), 'Must be a single line');

/** An e-mail address, at most 254 characters (RFC 5321 §4.5.3.1), without the white space that people paste with it. */
export const emailField = (message: string) => storableText.trim().pipe(z.email(message).max(254, message));

/** A whole number that is stored. JSON has -0, which SQLite would store as a fraction; it becomes 0. */
export const storedInteger = (message?: string) => z.int(message).overwrite((value) => value + 0);

/** `true` and `false` as a query string writes them. Callers may pass the boolean. */
export const queryFlag = z
  .union([z.enum(['true', 'false']), z.boolean()])
  .transform((value) => value === true || value === 'true');

/**
 * Paging of a list: `cursor` is the value from the `Link: …; rel="next"` header of the previous page, opaque to the
 * caller. `page` counts from 1 and is for addresses that people type and share; if both are given, `cursor` wins.
 */
export const pagingQuery = z.object({
  limit: z.coerce.number<string | number>().int().min(1).max(100).optional(),
  page: z.coerce.number<string | number>().int().min(1).max(100_000).optional(),
  cursor: z.string().max(500).optional(),
});

/** Bytes as base64 (RFC 4648 §4, padded), the form of binary data in JSON. */
export const base64Bytes = z.base64();
