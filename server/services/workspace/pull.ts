import type { Executor } from '#server/db/transaction.ts';
import {
  bufferOf,
  isPlace,
  lastPlace,
  type StoredUpdate,
  storedSizes,
  storedUpdates,
} from '#server/repositories/workspace-log.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { LoggedUpdate, pullUpdates, WorkspaceCursor } from '#shared/contract/workspace.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { firstPage, type PageLimits } from './first-page.ts';

interface PullOptions {
  db: Executor;
  siteId: string;
  page: PageLimits;
}

/**
 * Returns the updates after a cursor, or all of them. Throws AppError `cursor_unknown` when the log does not have
 * exactly that place: the cursor belongs to another site, an older copy was restored, or the log begins anew.
 */
export function createPull({ db, siteId, page }: PullOptions) {
  return async (cursor: WorkspaceCursor | null, limit = page.rows): Promise<AnswerOf<typeof pullUpdates>> => {
    if (cursor && (cursor.siteId !== siteId || !(await isPlace(db, cursor)))) throw new AppError('cursor_unknown');
    const after = cursor?.seq ?? 0;
    // The end is read first: updates that are folded into a row after it meanwhile come with the next pull.
    const end = await lastPlace(db);
    if (!end) return { siteId, updates: [], cursor: null, more: false };
    const found = await storedSizes(db, { after, upTo: end.seq }, limit + 1);
    const taken = firstPage(found, { ...page, rows: limit });
    const last = taken.at(-1);
    const updates = last ? await storedUpdates(db, { after, upTo: last.seq }) : [];
    const more = taken.length < found.length;
    // The rows after the last row with data only keep their places.
    const { seq, id } = more && last ? last : end;
    return { siteId, updates: updates.map(toLogged), cursor: { siteId, seq, id }, more };
  };
}

function toLogged({ seq, id, documentId, kind, type, createdAt, data }: StoredUpdate): LoggedUpdate {
  const name = { id, documentId, kind };
  const base64 = bufferOf(data).toString('base64');
  const change = type === 'update' ? { type, ...name, update: base64 } : { type, ...name, seen: base64 };
  return { seq, createdAt, change };
}
