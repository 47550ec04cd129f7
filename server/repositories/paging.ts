import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';

/** Which part of a list is asked for. */
export interface Paging {
  /** Rows a page; absent means all. */
  limit?: number | undefined;
  /** `next` of the page before. Wins over `page`. */
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

/** The last row of a page: the time its list is ordered by, and its id for rows of the same time. */
interface ListPosition {
  at: string;
  id: number;
}

/** SQL's limit and offset for a page, and the row it begins after. */
interface Window {
  /** One more than is shown: whether it is there tells whether there is a next page. -1, in SQLite, means all. */
  limit: number;
  offset: number;
  after: ListPosition | undefined;
}

/** Throws AppError `invalid_input` for a cursor that is none of ours. */
export function windowOf({ limit, cursor, page = 1 }: Paging): Window {
  return {
    limit: limit === undefined ? -1 : limit + 1,
    offset: limit === undefined || cursor !== undefined ? 0 : (page - 1) * limit,
    after: cursor === undefined ? undefined : decodeCursor(cursor),
  };
}

/** The rows of a window that are shown, and the cursor of the page after them. */
export function cutPage<Row extends ListPosition>(
  rows: Row[],
  { limit }: Paging,
): { shown: Row[]; next: string | null } {
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: last && rows.length > shown.length ? encodeCursor(last) : null };
}

/** A cursor as it travels: base64url, opaque to the caller. */
function encodeCursor({ at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

const shape = z.tuple([z.iso.datetime({ precision: 3 }), z.int().positive()]);

function decodeCursor(text: string): ListPosition {
  const result = shape.safeParse(parsed(text));
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
