import { Secret, TOTP } from 'otpauth';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import {
  confirmTotp,
  deleteTotp,
  findNewTotp,
  findTotp,
  storeNewTotp,
  takeTotpStep,
} from '#server/repositories/second-factors/one-time-codes.ts';
import { listPasskeys } from '#server/repositories/second-factors/passkeys.ts';
import type { SecondFactors, startTotp } from '#shared/contract/auth/second-factors.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { SealedKeys } from '../ai/sealed-keys.ts';
import { refusePasskeyAlone } from './passkey-alone.ts';

const KEY_CHANGED =
  'The server’s key has changed, so that codes of the authenticator app cannot be checked any more. Use a recovery code.';
const CLOCK_BEHIND =
  'The server’s clock was put back: it stands before the last code that was used. Use a recovery code, or set the clock.';
const NOT_RIGHT = 'This code is not right. Look whether the clocks of this device and of the server are.';

/** Codes of an authenticator app (docs/rules.md, "Second factors"). */
export interface TotpService {
  find(adminId: number): Promise<SecondFactors['totp']>;
  /** Makes a secret, which takes effect when a code made with it is confirmed. */
  start(adminId: number, names: { site: string; email: string }): Promise<AnswerOf<typeof startTotp>>;
  /** Throws AppError `invalid_input` for a wrong code, and when no secret waits for confirmation. */
  confirm(adminId: number, code: string): Promise<void>;
  /** Throws AppError `not_found`, `passkey_alone`. */
  remove(adminId: number): Promise<void>;
  /** Accepts a code, once. Throws AppError `wrong_code`, whose message says more when the code cannot be checked. */
  take(adminId: number, code: string): Promise<void>;
}

interface TotpOptions {
  db: Executor;
  clock: Clock;
  keys: SealedKeys;
}

export function createTotpService({ db, clock, keys }: TotpOptions): TotpService {
  const open = (adminId: number, sealed: Buffer) => keys.open(sealed, purpose(adminId));
  return {
    async find(adminId) {
      const stored = await findTotp(db, adminId);
      if (!stored) return null;
      const { createdAt, lastUsedAt, secret } = stored;
      return { createdAt, lastUsedAt, isReadable: open(adminId, secret) !== null };
    },
    async start(adminId, names) {
      const secret = newTotpSecret();
      await storeNewTotp(db, adminId, keys.seal(secret, purpose(adminId)), clock.now());
      return { secret, uri: totpUri(secret, names) };
    },
    async confirm(adminId, code) {
      const waiting = await findNewTotp(db, adminId);
      const secret = waiting && open(adminId, waiting.secret);
      const now = clock.now();
      const step = secret === null ? null : stepOfCode(secret, code, now);
      if (step === null) throw notRight();
      await atomically(db, async (trx) => {
        if (!(await confirmTotp(trx, adminId, step))) throw notRight();
        await noteInAudit(trx, { event: 'totp_added' }, now);
      });
    },
    async remove(adminId) {
      await atomically(db, async (trx) => {
        if ((await listPasskeys(trx, adminId)).length > 0) await refusePasskeyAlone(trx, adminId, false);
        if (!(await deleteTotp(trx, adminId))) throw new AppError('not_found');
        await noteInAudit(trx, { event: 'totp_removed' }, clock.now());
      });
    },
    async take(adminId, code) {
      const stored = await findTotp(db, adminId);
      if (!stored) throw new AppError('wrong_code');
      const secret = open(adminId, stored.secret);
      if (secret === null) throw new AppError('wrong_code', { message: KEY_CHANGED });
      const now = clock.now();
      if (stored.lastStep !== null && isClockBehind(stored.lastStep, now)) {
        throw new AppError('wrong_code', { message: CLOCK_BEHIND });
      }
      const step = stepOfCode(secret, code, now);
      if (step === null || !(await takeTotpStep(db, adminId, step, now))) throw new AppError('wrong_code');
    },
  };
}

const notRight = () =>
  new AppError('invalid_input', { message: NOT_RIGHT, issues: [{ path: 'code', message: NOT_RIGHT }] });

const purpose = (adminId: number) => `account ${adminId}`;

/** The number of seconds for which a code is shown (RFC 6238 §4.1). */
const PERIOD = 30;
/**
 * The number of steps before and after the current one whose codes are accepted (RFC 6238 §5.2), because clocks differ.
 */
const WINDOW = 1;
/** The number of bytes of a secret (RFC 4226 §4). */
const SECRET_BYTES = 20;

/** A new secret, in base32. */
const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an authenticator app reads: the site, the account, and the secret. */
function totpUri(secret: string, { site, email }: { site: string; email: string }): string {
  // A colon separates the two names in the address, so neither of them may contain one.
  const plain = (text: string) => text.replaceAll(':', ' ');
  return totpOf(secret, { issuer: plain(site), label: plain(email) }).toString();
}

/** The time step of a moment in milliseconds since 1970. */
const stepAt = (now: number): number => TOTP.counter({ period: PERIOD, timestamp: now });

/** The time step to which a code of six digits belongs; null for a code of no step near `now`. */
function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : stepAt(now) + delta;
}

/** Whether the clock is so far before the last used step that no code can be accepted: it was set back. */
const isClockBehind = (lastStep: number, now: number): boolean => stepAt(now) + WINDOW < lastStep;

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });
}
