import { atomically, type Executor } from '#server/db/transaction.ts';
import type { AdminRecord } from '#shared/contract/session.ts';
import { updateAdmin } from './admin-users.ts';
import { destroySessions } from './sessions.ts';

/**
 * Changes what is given of an account; a new password, which comes hashed, ends every session but `keepSession` (its
 * row's id) in the same moment. `now` in milliseconds since 1970. Throws AppError `not_found`, `name_taken`.
 */
export async function changeCredentials(
  ex: Executor,
  adminId: number,
  changes: { email?: string | undefined; name?: string | undefined; passwordHash?: string | undefined },
  { now, keepSession }: { now: number; keepSession?: string | undefined },
): Promise<AdminRecord> {
  return atomically(ex, async (trx) => {
    const account = await updateAdmin(trx, adminId, changes, now);
    if (changes.passwordHash !== undefined) await destroySessions(trx, { except: keepSession ?? '' });
    return account;
  });
}
