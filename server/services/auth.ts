import type { Passwords } from '#server/adapters/passwords.ts';
import type { Executor } from '#server/db/transaction.ts';
import { changeCredentials } from '#server/repositories/accounts/credentials.ts';
import { findAdminByEmail, findAdminById } from '#server/repositories/admin-users.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { AdminRecord, updateCredentials } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts';
import { clientNetwork } from './client-network.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { PasswordRules } from './passwords/password-rules.ts';

interface SignInAttempt {
  email: string;
  password: string;
  /** The peer's address. */
  address: string;
  /** What the browser keeps of an earlier sign-in, as it sent it. */
  device: string | undefined;
}

/** Who has signed in, and what the browser keeps of it from now on. */
interface SignedIn {
  admin: AdminRecord;
  device: string;
}

type SignIn =
  | ({ kind: 'signed-in' } & SignedIn)
  /** The password was right; a second step follows. */
  | { kind: 'second-factor'; adminId: number }
  | { kind: 'refused' }
  /** Too many attempts; `seconds` until the next is looked at. */
  | { kind: 'wait'; seconds: number };

type Confirmation = { kind: 'confirmed' } | Exclude<SignIn, { kind: 'signed-in' }>;

type Credentials = BodyOf<typeof updateCredentials>;

export interface AuthService {
  /**
   * Checks e-mail and password. Attempts are counted by address and by account, those of a known browser on its own;
   * an unknown address takes as long as a known one and gets the same answers.
   */
  signIn(attempt: SignInAttempt): Promise<SignIn>;
  /** After the second step: who has signed in. Throws AppError `unauthorized` where the account is gone. */
  admit(adminId: number, device: string | undefined): Promise<SignedIn>;
  /**
   * Checks the password of who is signed in. Wrong ones are counted by session (the id of its row), so that whoever has
   * taken one over cannot keep the owner from confirming elsewhere.
   */
  confirm(adminId: number, session: string, password: string): Promise<Confirmation>;
  /** The account of a session; null when it is gone. */
  find(adminId: number): Promise<AdminRecord | null>;
  /**
   * Changes what is given; a new password ends every session but the one whose row is `keepSession`.
   * Throws AppError `invalid_input` for a password that others try first, `name_taken` when another account has the e-mail address.
   */
  change(adminId: number, credentials: Credentials, keepSession: string): Promise<AdminRecord>;
}

interface AuthOptions {
  db: Executor;
  clock: Clock;
  passwords: Passwords;
  devices: DeviceKeys;
  rules: PasswordRules;
  siteName: () => Promise<string>;
  /** Whether a sign-in of an account has a second step. */
  hasSecondFactor: (adminId: number) => Promise<boolean>;
  limits?: AttemptLimits;
}

const recordOf = ({ id, email, name }: AdminRecord): AdminRecord => ({ id, email, name });

export function createAuthService(options: AuthOptions): AuthService {
  const {
    db,
    clock,
    passwords,
    devices,
    hasSecondFactor,
    rules,
    siteName,
    limits = createAttemptLimits(clock),
  } = options;
  // Checked against for an address nobody has, so that the time of an answer does not tell which addresses exist.
  let nobody: Promise<string> | null = null;

  /** What the browser has, where that is of this account; else something new. */
  const deviceOf = (adminId: number, device: string | undefined) =>
    device !== undefined && devices.read(device)?.adminId === adminId ? device : devices.issue(adminId);

  return {
    async signIn({ email, password, address, device }) {
      const account = await findAdminByEmail(db, email);
      const known = devices.read(device);
      const isKnown = known !== null && known.adminId === account?.id;
      const counted = isKnown
        ? [`device ${known.id}`]
        : [
            `address ${clientNetwork(address)}`,
            // A new password is a new thing to guess: setting one lets its owner in from anywhere.
            `account ${email.toLowerCase()} ${account?.passwordHash ?? ''}`,
          ];
      const seconds = limits.begin(counted);
      if (seconds > 0) return { kind: 'wait', seconds };
      // Awaited for every address: the first attempt after a start takes longer whichever it names.
      nobody ??= passwords.hash('no account has this password');
      const decoy = await nobody;
      const isRight = await passwords.matches(account?.passwordHash ?? decoy, password);
      if (!account || !isRight) return { kind: 'refused' };
      limits.succeed(counted);
      if (await hasSecondFactor(account.id)) return { kind: 'second-factor', adminId: account.id };
      return { kind: 'signed-in', admin: recordOf(account), device: deviceOf(account.id, device) };
    },
    async admit(adminId, device) {
      const account = await findAdminById(db, adminId);
      if (!account) throw new AppError('unauthorized');
      return { admin: recordOf(account), device: deviceOf(adminId, device) };
    },
    async confirm(adminId, session, password) {
      const counted = [`session ${session}`];
      const seconds = limits.begin(counted);
      if (seconds > 0) return { kind: 'wait', seconds };
      const account = await findAdminById(db, adminId);
      if (!account || !(await passwords.matches(account.passwordHash, password))) return { kind: 'refused' };
      limits.succeed(counted);
      return { kind: 'confirmed' };
    },
    async find(adminId) {
      const account = await findAdminById(db, adminId);
      return account && recordOf(account);
    },
    async change(adminId, { email, name, password }, keepSession) {
      if (password !== undefined) {
        const account = await findAdminById(db, adminId);
        const of = { email: email ?? account?.email ?? '', name: name ?? account?.name ?? '' };
        await rules.check(password, { ...of, siteName: await siteName() });
      }
      const passwordHash = password === undefined ? undefined : await passwords.hash(password);
      return changeCredentials(db, adminId, { email, name, passwordHash }, { now: clock.now(), keepSession });
    },
  };
}
