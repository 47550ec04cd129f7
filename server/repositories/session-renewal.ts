import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

/**
 * Stores what has changed of a session that is still there; answers whether it was. One that was ended while its last
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
