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
  /** The hash of a new password. */
  passwordHash?: string | undefined;
  /** Whether the password was made up and nobody has chosen it: it then signs in for a day, to choose another. */
  isMadeUp?: boolean;
}

interface CredentialsMoment {
  /** Milliseconds since 1970. */
  now: number;
  /** The id of the session row that stays when a new password ends the other sessions. */
  keepSession?: string | undefined;
  /** The event under which the log records a new password. */
  passwordEvent?: Extract<AuditEventName, 'password_changed' | 'reset_used' | 'password_reset_by_command'>;
  by?: AuditActor;
}

/**
 * Changes the given fields of an account and records the changes in the log. In the same transaction, a new password
 * ends every session except `keepSession`, and a new password or a new e-mail address makes every reset link mailed
 * before invalid. Throws AppError `not_found`, `name_taken`.
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
