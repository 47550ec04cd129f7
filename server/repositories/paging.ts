import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';

/** The part of a list that is requested. */
export interface Paging {
  /** The number of rows per page; absent means all. */
  limit?: number | undefined;
  /** `next` of the page before. Takes precedence over `page`. */
  cursor?: string | undefined;
  /** Counted from 1. */
  page?: number | undefined;
}

/** `total` counts the whole list; `next` is the cursor of the page after this one, null at the end. */
export interface Page<Item> {
  items: Item[];
  total: number;
  next: string | null;
}

/**
 * The last row of a page: the value that orders the list, mostly a time, and the row's id for rows with the same value.
 */
interface ListPosition<Value = string | number> {
  at: Value;
  id: number;
}

/** SQL's limit and offset for a page, and the row after which the page begins. */
interface Window<Value> {
  /** One more row than is shown: its presence tells whether there is a next page. -1 means all in SQLite. */
  limit: number;
  offset: number;
  after: ListPosition<Value> | undefined;
}

/** The cursor value of a list that is ordered by a time. */
const time = z.iso.datetime({ precision: 3 });
/** The cursor value of a list that is ordered by something else. */
export const ANY_VALUE = z.union([z.string().max(10_000), z.int()]);

/**
 * The window of a list that is ordered by a time. Throws AppError `invalid_input` for a cursor that the server did not
 * give.
 */
export function windowOf(paging: Paging): Window<string> {
  return windowBy(time, paging);
}

/**
 * The window of a list that is ordered by something else; `value` is the schema of that value. Throws as {@link
 * windowOf} does.
 */
export function windowBy<Value>(value: z.ZodType<Value>, { limit, cursor, page = 1 }: Paging): Window<Value> {
  return {
    limit: limit === undefined ? -1 : limit + 1,
    offset: limit === undefined || cursor !== undefined ? 0 : (page - 1) * limit,
    after: cursor === undefined ? undefined : decodeCursor(value, cursor),
  };
}

/** The rows of a window that are shown, and the cursor of the next page. */
export function cutPage<Row extends ListPosition>(
  rows: Row[],
  { limit }: Paging,
): { shown: Row[]; next: string | null } {
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: last && rows.length > shown.length ? encodeCursor(last) : null };
}

/** A cursor in its external form: base64url, opaque to the caller. */
function encodeCursor({ at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

function decodeCursor<Value>(value: z.ZodType<Value>, text: string): ListPosition<Value> {
  const result = z.tuple([value, z.int().positive()]).safeParse(parsed(text));
  if (!result.success) {
    throw new AppError('invalid_input', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] });
  }
  const [at, id] = result.data;
  return { at, id };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
