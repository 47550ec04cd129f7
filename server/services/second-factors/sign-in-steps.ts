import { timingSafeEqual } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { findAdminById } from '#server/repositories/admin-users.ts';
import type { PasskeyRequestOptions, UsedPasskey } from '#shared/contract/auth/passkey-shapes.ts';
import type { askApproval, getApproval, getSignInStep, SignInWay } from '#shared/contract/auth/sign-in-steps.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type AttemptLimits, createAttemptLimits } from '../attempt-limits.ts';
import { clientNetwork } from '../client-network.ts';
import type { DeviceAccount, DeviceKeys } from '../device-keys.ts';
import type { PasskeySignIn } from './passkey-sign-in.ts';
import type { RecoveryCodeService } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';
import { type Challenge, newApprovalCode, type SignInChallenges } from './sign-in-challenges.ts';
import type { TotpService } from './totp.ts';

/** The browser or app that takes the second step. */
export interface StepTaker {
  /** The key that the browser keeps from the first step. */
  key: string | undefined;
  /** The peer's address. */
  address: string;
  /** The value that the browser keeps from an earlier sign-in, exactly as it sent it. */
  device: string | undefined;
  /** The site at which the request arrived; null when passkeys are unavailable. */
  site: RelyingParty | null;
}

/** A sign-in after the correct password. */
interface SignInStart {
  account: DeviceAccount;
  /** The peer's address. */
  address: string;
  userAgent: string;
  via: 'browser' | 'desktop';
  /** The key that the browser keeps from an earlier unfinished sign-in. */
  former: string | undefined;
}

type StepOutcome =
  | { kind: 'passed'; account: DeviceAccount }
  /** Too many attempts; `seconds` is the time until the next attempt is checked. */
  | { kind: 'wait'; seconds: number };

/**
 * The second step of a sign-in (docs/rules.md, "Second factors"). All functions throw AppError `sign_in_expired` when
 * no first step is known, it was too long ago, or the password has changed since.
 */
export interface SignInSteps {
  /** Begins the second step, and ends the earlier sign-in of this browser. Returns the key that the browser keeps. */
  begin(start: SignInStart): string;
  read(taker: StepTaker): Promise<AnswerOf<typeof getSignInStep>>;
  /** Throws AppError `wrong_code`. */
  withTotp(taker: StepTaker, code: string): Promise<StepOutcome>;
  /** Throws AppError `wrong_code`. */
  withRecoveryCode(taker: StepTaker, code: string): Promise<StepOutcome>;
  askPasskey(taker: StepTaker): Promise<PasskeyRequestOptions>;
  /** Throws AppError `passkey_refused`. */
  withPasskey(taker: StepTaker, passkey: UsedPasskey): Promise<StepOutcome>;
  /**
   * A code for the owner to type in a place where they are signed in; the same code while it waits. For the desktop app
   * only.
   */
  askApproval(taker: StepTaker): Promise<AnswerOf<typeof askApproval>>;
  approval(taker: StepTaker): Promise<AnswerOf<typeof getApproval>['state']>;
  /** Throws AppError `wrong_code` when the sign-in was not approved. */
  approved(taker: StepTaker): Promise<StepOutcome>;
}

interface StepOptions {
  db: Executor;
  clock: Clock;
  challenges: SignInChallenges;
  totp: TotpService;
  recoveryCodes: RecoveryCodeService;
  passkeys: PasskeySignIn;
  devices: DeviceKeys;
  limits?: AttemptLimits;
}

const REFUSED = 'This sign-in was refused in the browser. If it was you, ask for a new code.';
const NOT_YET = 'This sign-in was not approved yet. Type its code in a browser that is signed in.';

export function createSignInSteps(options: StepOptions): SignInSteps {
  const { db, clock, challenges, totp, recoveryCodes, passkeys, devices } = options;
  const { limits = createAttemptLimits(clock) } = options;

  const current = async ({ key }: StepTaker): Promise<Challenge> => {
    const challenge = challenges.get(key);
    const account = challenge && (await findAdminById(db, challenge.adminId));
    if (!challenge || !account || !isSame(account.passwordHash, challenge.passwordHash)) {
      challenges.end(key);
      throw new AppError('sign_in_expired');
    }
    return challenge;
  };
  /** If two requests pass at the same moment, the second finds no sign-in any more. */
  const pass = ({ key }: StepTaker, { adminId, passwordHash }: Challenge): StepOutcome => {
    if (!challenges.get(key)) throw new AppError('sign_in_expired');
    challenges.end(key);
    return { kind: 'passed', account: { id: adminId, passwordHash } };
  };
  /** A code has only six digits, so guesses are counted for the account, whichever of its sign-ins they are made in. */
  const guessed = async (taker: StepTaker, take: (adminId: number) => Promise<void>): Promise<StepOutcome> => {
    const challenge = await current(taker);
    const { adminId, passwordHash } = challenge;
    const known = devices.read(taker.device, { id: adminId, passwordHash });
    const counted =
      known === null
        ? [`address ${clientNetwork(taker.address)}`, `account ${adminId} ${passwordHash}`]
        : [`device ${known}`];
    const seconds = limits.begin(counted);
    if (seconds > 0) return { kind: 'wait', seconds };
    await take(adminId);
    limits.succeed(counted);
    return pass(taker, challenge);
  };

  return {
    begin({ account: { id, passwordHash }, address, userAgent, via, former }) {
      challenges.end(former);
      return challenges.begin({ adminId: id, passwordHash, network: clientNetwork(address), userAgent, via });
    },
    async read(taker) {
      const challenge = await current(taker);
      return { ways: await waysOf(options, challenge, taker), endsAt: new Date(challenge.endsAt).toISOString() };
    },
    withTotp: (taker, code) => guessed(taker, (adminId) => totp.take(adminId, code)),
    withRecoveryCode: (taker, code) => guessed(taker, (adminId) => recoveryCodes.take(adminId, code)),
    async askPasskey(taker) {
      const challenge = await current(taker);
      const asked = await passkeys.ask(challenge.adminId, taker.site);
      challenge.passkey = asked.challenge;
      return asked;
    },
    async withPasskey(taker, passkey) {
      const challenge = await current(taker);
      const { passkey: asked } = challenge;
      challenge.passkey = null;
      if (asked === null) throw new AppError('passkey_refused');
      await passkeys.check(challenge.adminId, taker.site, { passkey, challenge: asked });
      return pass(taker, challenge);
    },
    async askApproval(taker) {
      const challenge = await current(taker);
      if (challenge.via !== 'desktop') throw new AppError('sign_in_expired');
      if (challenge.approval?.state !== 'waiting') challenge.approval = { code: newApprovalCode(), state: 'waiting' };
      return { code: challenge.approval.code, endsAt: new Date(challenge.endsAt).toISOString() };
    },
    approval: async (taker) => (await current(taker)).approval?.state ?? 'refused',
    async approved(taker) {
      const challenge = await current(taker);
      const { state } = challenge.approval ?? {};
      if (state === 'refused') throw new AppError('wrong_code', { message: REFUSED });
      if (state !== 'approved') throw new AppError('wrong_code', { message: NOT_YET });
      return pass(taker, challenge);
    },
  };
}

/** The ways in which this sign-in can be completed. */
async function waysOf(
  { totp, passkeys, recoveryCodes }: Pick<StepOptions, 'totp' | 'passkeys' | 'recoveryCodes'>,
  { adminId, via }: Challenge,
  { site }: StepTaker,
): Promise<SignInWay[]> {
  const hasTotp = (await totp.find(adminId))?.isReadable === true;
  const hasPasskey = via === 'browser' && (await passkeys.isThere(adminId, site));
  const ways: [SignInWay, boolean][] = [
    ['passkey', hasPasskey],
    ['totp', hasTotp],
    ['approval', via === 'desktop'],
    ['recovery-code', (await recoveryCodes.left(adminId)) > 0],
  ];
  return ways.filter(([, is]) => is).map(([way]) => way);
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
