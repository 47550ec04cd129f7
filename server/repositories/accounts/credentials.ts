import { atomically, type Executor } from '#server/db/transaction.ts';
import type { AdminRecord } from '#shared/contract/session.ts';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import { findAdminById, updateAdmin } from '../admin-users.ts';
import { type AuditActor, noteInAudit } from '../history/audit.ts';
import { destroySessions } from '../sessions.ts';
import { beginFirstPassword, endFirstPassword } from './first-password.ts';
import { deletePasswordResets } from './password-resets.ts';

interface CredentialChanges {
  email?: string | undefined;
  name?: string | undefined;
  /** A password comes hashed. */
  passwordHash?: string | undefined;
  /** Whether nobody has chosen the password: it then signs in for a day, to choose another. */
  isMadeUp?: boolean;
}

interface CredentialsMoment {
  /** Milliseconds since 1970. */
  now: number;
  /** The id of the row of the session that a new password does not end. */
  keepSession?: string | undefined;
  /** What a new password is noted as. */
  passwordEvent?: Extract<AuditEventName, 'password_changed' | 'reset_used' | 'password_reset_by_command'>;
  by?: AuditActor;
}

/**
 * Changes what is given of an account, and notes it; a new password ends every session but one in the same moment, and
 * with it, as with another address, no link that was mailed before sets the password any more. Throws AppError
 * `not_found`, `name_taken`.
 */
export async function changeCredentials(
  ex: Executor,
  adminId: number,
  changes: CredentialChanges,
  { now, keepSession, passwordEvent = 'password_changed', by }: CredentialsMoment,
): Promise<AdminRecord> {
  return atomically(ex, async (trx) => {
    const before = await findAdminById(trx, adminId);
    const account = await updateAdmin(trx, adminId, changes, now);
    const hasPassword = changes.passwordHash !== undefined;
    const isElsewhere = account.email !== before?.email;
    if (hasPassword) await (changes.isMadeUp ? beginFirstPassword(trx, now) : endFirstPassword(trx));
    if (hasPassword) await destroySessions(trx, { except: keepSession ?? '' });
    if (hasPassword || isElsewhere) await deletePasswordResets(trx, adminId);
    const note = (event: AuditEventName, details = {}) => noteInAudit(trx, { event, details, ...(by && { by }) }, now);
    if (isElsewhere) await note('email_changed', { before: before?.email ?? '', after: account.email });
    if (hasPassword) await note(passwordEvent);
    if (account.name !== before?.name) await note('name_changed', { before: before?.name ?? '', after: account.name });
    return account;
  });
}
