import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { DEFAULT_IDLE_MINUTES, type SessionLife, sessionLife } from '#shared/contract/auth/session-life.ts';
import { findSetting, setSetting } from './settings.ts';

// `sid` is always the SHA-256 of a session's id, never the id itself; `sess` is JSON text that only the session store
// understands; times are milliseconds since 1970.

/** Stores a new or changed session. */
export async function storeSession(ex: Executor, sid: string, sess: string, expire: number): Promise<void> {
  const row = { sess, expire: isoTime(expire) };
  await ex
    .insertInto('sessions')
    .values({ sid, ...row })
    .onConflict((conflict) => conflict.column('sid').doUpdateSet(row))
    .execute();
}

/** The stored JSON text of a session; null when there is no such session or it has expired. */
export async function findSession(ex: Executor, sid: string, now: number): Promise<string | null> {
  const row = await ex
    .selectFrom('sessions')
    .select('sess')
    .where('sid', '=', sid)
    .where('expire', '>', isoTime(now))
    .executeTakeFirst();
  return row?.sess ?? null;
}

/** Every session that has not expired. */
export async function listSessions(ex: Executor, now: number): Promise<{ sid: string; sess: string }[]> {
  return ex.selectFrom('sessions').select(['sid', 'sess']).where('expire', '>', isoTime(now)).execute();
}

/** Deletes a session; returns whether there was one. */
export async function destroySession(ex: Executor, sid: string): Promise<boolean> {
  const { numDeletedRows } = await ex.deleteFrom('sessions').where('sid', '=', sid).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes all sessions, except the session `except` when that is given. */
export async function destroySessions(ex: Executor, { except = '' }: { except?: string } = {}): Promise<void> {
  await ex.deleteFrom('sessions').where('sid', '<>', except).execute();
}

/** Deletes the expired sessions; returns how many. */
export async function sweepSessions(ex: Executor, now: number): Promise<number> {
  const { numDeletedRows } = await ex
    .deleteFrom('sessions')
    .where('expire', '<=', isoTime(now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Stores the changes of a session that still exists; returns whether it did. A session that was ended while its last
 * request was under way is not brought back. `sid` is the SHA-256 of its id, `expire` in milliseconds since 1970.
 */
export async function renewSession(ex: Executor, sid: string, sess: string, expire: number): Promise<boolean> {
  const { numUpdatedRows } = await ex
    .updateTable('sessions')
    .set({ sess, expire: isoTime(expire) })
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const LIFE = 'sessions';
const life = z.object({ idleMinutes: sessionLife.shape.idleMinutes });

/** Minutes without a request after which a session ends. */
export async function findIdleMinutes(ex: Executor): Promise<SessionLife['idleMinutes']> {
  return (await findSetting(ex, LIFE, life))?.idleMinutes ?? DEFAULT_IDLE_MINUTES;
}

export async function setIdleMinutes(
  ex: Executor,
  idleMinutes: SessionLife['idleMinutes'],
  now: number,
): Promise<void> {
  await setSetting(ex, LIFE, { idleMinutes }, now);
}
