import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { AdminRecord } from '#shared/contract/session.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { rejectDuplicate } from './reject-duplicate.ts';

/** The owner's account with the hash of its password, which never leaves the server. */
export interface AdminAccount extends AdminRecord {
  passwordHash: string;
}

const columns = ['id', 'email', 'name', 'password as passwordHash'] as const;

/** The account with an e-mail address, compared without case. */
export async function findAdminByEmail(ex: Executor, email: string): Promise<AdminAccount | null> {
  return (await ex.selectFrom('admin_users').select(columns).where('email', '=', email).executeTakeFirst()) ?? null;
}

export async function findAdminById(ex: Executor, id: number): Promise<AdminAccount | null> {
  return (await ex.selectFrom('admin_users').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The one owner; null until the first start has made the account. */
export async function findOwner(ex: Executor): Promise<AdminAccount | null> {
  return (await ex.selectFrom('admin_users').select(columns).orderBy('id').limit(1).executeTakeFirst()) ?? null;
}

/**
 * Changes the given fields; a password is given as its hash. `now` in milliseconds since 1970. Throws AppError
 * `not_found`, `name_taken`.
 */
export async function updateAdmin(
  ex: Executor,
  id: number,
  changes: { email?: string | undefined; name?: string | undefined; passwordHash?: string | undefined },
  now: number,
): Promise<AdminRecord> {
  const row = await rejectDuplicate('name_taken', () =>
    ex
      .updateTable('admin_users')
      .set({ email: changes.email, name: changes.name, password: changes.passwordHash, updated_at: isoTime(now) })
      .where('id', '=', id)
      .returning(['id', 'email', 'name'])
      .executeTakeFirst(),
  );
  if (!row) throw new AppError('not_found');
  return row;
}
