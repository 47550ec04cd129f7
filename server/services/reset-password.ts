import { randomBytes } from 'node:crypto';
import type { Passwords } from '#server/adapters/passwords.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { changeCredentials } from '#server/repositories/accounts/credentials.ts';
import { findOwner } from '#server/repositories/admin-users.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import { deleteSecondFactors } from '#server/repositories/second-factors/second-factors.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** The number of random bytes in a generated password: 16 characters as base64url. */
const MADE_UP_BYTES = 12;

/** The note that is shown with a generated password. */
export const MADE_UP_NOTE = 'It is good for a day, and for one thing: choosing a password of your own.';

/** The actor in the log: anyone who has access to the server's shell. */
const COMMAND = { kind: 'command', device: '' } as const;

interface ResetOptions {
  db: Executor;
  clock: Clock;
  passwords: Passwords;
  /** The new password; generated when absent. */
  password?: string | undefined;
  /** Whether signing in needs only the password from now on. */
  isWithoutFactors?: boolean;
}

/**
 * Gives the owner's account a new password and ends all its sessions, for an owner who has lost the password or the
 * second factors. Returns the e-mail address and password to sign in with; null when there is no account yet.
 */
export async function resetOwnerPassword(options: ResetOptions): Promise<{ email: string; password: string } | null> {
  const { db, clock, passwords } = options;
  const password = options.password ?? randomBytes(MADE_UP_BYTES).toString('base64url');
  const owner = await findOwner(db);
  if (!owner) return null;
  const passwordHash = await passwords.hash(password);
  await changeCredentials(
    db,
    owner.id,
    { passwordHash, isMadeUp: options.password === undefined },
    { now: clock.now(), passwordEvent: 'password_reset_by_command', by: COMMAND },
  );
  if (options.isWithoutFactors) await removeFactors(db, owner.id, clock.now());
  return { email: owner.email, password };
}

async function removeFactors(db: Executor, adminId: number, now: number): Promise<void> {
  await atomically(db, async (trx) => {
    await deleteSecondFactors(trx, adminId);
    await noteInAudit(trx, { event: 'factors_removed_by_command', by: { kind: 'command', device: '' } }, now);
  });
}
