import type { Passwords } from '#server/adapters/passwords.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findAdminByEmail, findAdminById } from '#server/repositories/admin-users.ts';
import type { AdminRecord } from '#shared/contract/session.ts';

export interface AuthService {
  /** The account of e-mail and password; null when either is wrong. Takes as long for an unknown address as for a known one. */
  check(email: string, password: string): Promise<AdminRecord | null>;
  /** The account of a session; null when it is gone. */
  find(adminId: number): Promise<AdminRecord | null>;
}

export function createAuthService({ db, passwords }: { db: Executor; passwords: Passwords }): AuthService {
  // Checked against for an address nobody has, so that the time of an answer does not tell which addresses exist.
  const nobody = passwords.hash('no account has this password');
  const recordOf = ({ id, email, name }: AdminRecord): AdminRecord => ({ id, email, name });
  return {
    async check(email, password) {
      const account = await findAdminByEmail(db, email);
      const isRight = await passwords.matches(account?.passwordHash ?? (await nobody), password);
      return account && isRight ? recordOf(account) : null;
    },
    async find(adminId) {
      const account = await findAdminById(db, adminId);
      return account && recordOf(account);
    },
  };
}
