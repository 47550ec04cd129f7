import type { Passwords } from '#server/adapters/passwords.ts';
import type { Executor } from '#server/db/transaction.ts';
import { changeCredentials } from '#server/repositories/accounts/credentials.ts';
import { findFirstPassword } from '#server/repositories/accounts/first-password.ts';
import { type AdminAccount, findAdminByEmail, findAdminById } from '#server/repositories/admin-users.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { AdminRecord, Me, updateCredentials } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts';
import { clientNetwork } from './client-network.ts';
import type { DeviceAccount, DeviceKeys } from './device-keys.ts';
import type { AccountNotices } from './passwords/account-notices.ts';
import type { PasswordRules } from './passwords/password-rules.ts';

interface SignInAttempt {
  email: string;
  password: string;
  /** The peer's address. */
  address: string;
  /** The value that the browser keeps from an earlier sign-in, exactly as it sent it. */
  device: string | undefined;
}

/** The account that has signed in, and the value that its browser keeps from now on. */
interface SignedIn {
  admin: AdminRecord;
  device: string;
  /**
   * Whether the account's password is still the one that was given. Called after the session is stored: a password that
   * changes while the given one is being checked ends this sign-in too.
   */
  isCurrent(): Promise<boolean>;
}

/** An account after its credentials were changed. */
interface ChangedAccount {
  admin: AdminRecord;
  /** The value by which the browser is recognized from now on; null when it stays as it was. */
  device: string | null;
}

type SignIn =
  | ({ kind: 'signed-in' } & SignedIn)
  /** The password was right; a second step follows. */
  | { kind: 'second-factor'; account: DeviceAccount }
  | { kind: 'refused' }
  /** The password was right, but it was a generated one, and its day is over. */
  | { kind: 'first-password-over' }
  /** Too many attempts; `seconds` is the time until the next attempt is checked. */
  | { kind: 'wait'; seconds: number };

type Confirmation =
  | ({ kind: 'confirmed' } & Pick<SignedIn, 'isCurrent'>)
  | Extract<SignIn, { kind: 'refused' | 'wait' }>;

type Credentials = BodyOf<typeof updateCredentials>;

export interface AuthService {
  /**
   * Checks e-mail and password. Attempts are counted by address and by account, and those of a known browser
   * separately; an unknown e-mail address takes as long as a known one and gets the same answers.
   */
  signIn(attempt: SignInAttempt): Promise<SignIn>;
  /**
   * Returns the signed-in account after the second step. Throws AppError `sign_in_expired` when the account is gone, or
   * its password has changed since the first step.
   */
  admit(account: DeviceAccount, device: string | undefined): Promise<SignedIn>;
  /**
   * Checks the password of the signed-in owner. Wrong passwords are counted by session (the id of its row), so that an
   * attacker who has taken over one session cannot keep the owner from confirming in another.
   */
  confirm(adminId: number, session: string, password: string): Promise<Confirmation>;
  /** The account of a session; null when the account is gone. */
  find(adminId: number): Promise<Me | null>;
  /**
   * Changes the given credentials; a new password ends every session except the one whose row is `keepSession`, and
   * browsers are no longer recognized by their old values. The address from before the change is notified. Throws
   * AppError `invalid_input` for a password that attackers try first, `name_taken` when another account has the e-mail
   * address.
   */
  change(adminId: number, credentials: Credentials, keepSession: string): Promise<ChangedAccount>;
}

interface AuthOptions {
  db: Executor;
  clock: Clock;
  passwords: Passwords;
  devices: DeviceKeys;
  rules: PasswordRules;
  siteName: () => Promise<string>;
  notices: Pick<AccountNotices, 'tell'>;
  /** Whether signing in to an account has a second step. */
  hasSecondFactor: (adminId: number) => Promise<boolean>;
  limits?: AttemptLimits;
}

const recordOf = ({ id, email, name }: AdminRecord): AdminRecord => ({ id, email, name });

export function createAuthService(options: AuthOptions): AuthService {
  const { db, clock, passwords, devices, hasSecondFactor, notices, rules, siteName } = options;
  const { limits = createAttemptLimits(clock) } = options;
  // The hash that is checked for an unknown address, so that the response time does not tell which addresses exist.
  let nobody: Promise<string> | null = null;

  /** The browser's own value when it belongs to this account in its current state; otherwise a new value. */
  const deviceOf = (account: DeviceAccount, device: string | undefined) =>
    device !== undefined && devices.read(device, account) !== null ? device : devices.issue(account);
  const isCurrent =
    ({ id, passwordHash }: DeviceAccount) =>
    async () =>
      (await findAdminById(db, id))?.passwordHash === passwordHash;
  const signedIn = (account: AdminAccount, device: string | undefined): SignedIn => ({
    admin: recordOf(account),
    device: deviceOf(account, device),
    isCurrent: isCurrent(account),
  });
  const isFirstPasswordOver = async () => {
    const first = await findFirstPassword(db);
    return first !== null && first.endsAt <= clock.now();
  };

  return {
    async signIn({ email, password, address, device }) {
      const account = await findAdminByEmail(db, email);
      const known = devices.read(device, account);
      const counted =
        known === null
          ? [
              `address ${clientNetwork(address)}`,
              // A new password starts a new count: by setting one, the owner can sign in from anywhere.
              `account ${email.toLowerCase()} ${account?.passwordHash ?? ''}`,
            ]
          : [`device ${known}`];
      const seconds = limits.begin(counted);
      if (seconds > 0) return { kind: 'wait', seconds };
      // Awaited for every address: the first attempt after a start takes longer, whichever address it names.
      nobody ??= passwords.hash('no account has this password');
      const decoy = await nobody;
      const isRight = await passwords.matches(account?.passwordHash ?? decoy, password);
      if (!account || !isRight) return { kind: 'refused' };
      limits.succeed(counted);
      if (await isFirstPasswordOver()) return { kind: 'first-password-over' };
      if (await hasSecondFactor(account.id)) return { kind: 'second-factor', account };
      return { kind: 'signed-in', ...signedIn(account, device) };
    },
    async admit({ id, passwordHash }, device) {
      const account = await findAdminById(db, id);
      if (account?.passwordHash !== passwordHash) throw new AppError('sign_in_expired');
      return signedIn(account, device);
    },
    async confirm(adminId, session, password) {
      const counted = [`session ${session}`];
      const seconds = limits.begin(counted);
      if (seconds > 0) return { kind: 'wait', seconds };
      const account = await findAdminById(db, adminId);
      if (!account || !(await passwords.matches(account.passwordHash, password))) return { kind: 'refused' };
      limits.succeed(counted);
      return { kind: 'confirmed', isCurrent: isCurrent(account) };
    },
    async find(adminId) {
      const account = await findAdminById(db, adminId);
      if (!account) return null;
      return { ...recordOf(account), ...((await findFirstPassword(db)) && { mustChoosePassword: true as const }) };
    },
    async change(adminId, { email, name, password }, keepSession) {
      const before = await findAdminById(db, adminId);
      if (password !== undefined) {
        const of = { email: email ?? before?.email ?? '', name: name ?? before?.name ?? '' };
        await rules.check(password, { ...of, siteName: await siteName() });
      }
      const passwordHash = password === undefined ? undefined : await passwords.hash(password);
      const changes = { email, name, passwordHash };
      const admin = await changeCredentials(db, adminId, changes, { now: clock.now(), keepSession });
      if (before) notices.tell(before.email, changesOf({ isElsewhere: admin.email !== before.email, passwordHash }));
      return { admin, device: passwordHash === undefined ? null : devices.issue({ id: adminId, passwordHash }) };
    },
  };
}

function changesOf({ isElsewhere, passwordHash }: { isElsewhere: boolean; passwordHash: string | undefined }) {
  return [...(isElsewhere ? (['email'] as const) : []), ...(passwordHash === undefined ? [] : (['password'] as const))];
}
