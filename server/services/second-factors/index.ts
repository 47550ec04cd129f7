import type { Passwords } from '#server/adapters/passwords.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findAdminById } from '#server/repositories/admin-users.ts';
import type { SecondFactors } from '#shared/contract/auth/second-factors.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createSealedKeys } from '../ai/sealed-keys.ts';
import type { DeviceKeys } from '../device-keys.ts';
import type { AccountChange, AccountNotices } from '../passwords/account-notices.ts';
import { type ApprovalService, createApprovalService } from './approvals.ts';
import { readFactors } from './factors.ts';
import { createPasskeySignIn } from './passkey-sign-in.ts';
import { createPasskeyService, type PasskeyService } from './passkeys.ts';
import { createRecoveryCodeService, type RecoveryCodeService } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';
import { createSignInChallenges } from './sign-in-challenges.ts';
import { createSignInSteps, type SignInSteps } from './sign-in-steps.ts';
import { createTotpService, type TotpService } from './totp.ts';

export { hasSecondFactor } from './factors.ts';
export { type RelyingParty, relyingPartyOf } from './relying-party.ts';
export { STEP_LIFETIME } from './sign-in-challenges.ts';
export type { StepTaker } from './sign-in-steps.ts';

/** The services of second factors: their enrolment, and the second step of a sign-in. */
export interface SecondFactorServices {
  /**
   * All second factors of an account. `site` is the site at which the request arrived; null when passkeys are
   * unavailable.
   */
  read(adminId: number, site: RelyingParty | null): Promise<SecondFactors>;
  totp: TotpService;
  passkeys: PasskeyService;
  recoveryCodes: RecoveryCodeService;
  steps: SignInSteps;
  approvals: ApprovalService;
}

interface SecondFactorOptions {
  db: Executor;
  clock: Clock;
  passwords: Passwords;
  devices: DeviceKeys;
  notices: Pick<AccountNotices, 'tell'>;
  /** The secret with which the secrets of authenticator apps are sealed. */
  sealingSecret: string;
}

export function createSecondFactors(options: SecondFactorOptions): SecondFactorServices {
  const { db, clock, passwords, devices, notices, sealingSecret } = options;
  const keys = createSealedKeys(sealingSecret, 'secrets of authenticator apps');
  const challenges = createSignInChallenges(clock);
  const totp = createTotpService({ db, clock, keys });
  const recoveryCodes = createRecoveryCodeService({ db, clock, passwords });
  const passkeys = createPasskeyService({ db, clock, totp });
  /** Waits for the change, and then notifies the owner by mail. */
  const telling = async <Answer>(adminId: number, change: AccountChange, done: Promise<Answer>): Promise<Answer> => {
    const answer = await done;
    const account = await findAdminById(db, adminId);
    if (account) notices.tell(account.email, [change]);
    return answer;
  };
  return {
    read: (adminId, site) => readFactors(db, adminId, { totp, site }),
    totp: {
      ...totp,
      confirm: (adminId, code) => telling(adminId, 'totp_added', totp.confirm(adminId, code)),
      remove: (adminId) => telling(adminId, 'totp_removed', totp.remove(adminId)),
    },
    recoveryCodes: {
      ...recoveryCodes,
      make: (adminId) => telling(adminId, 'recovery_codes', recoveryCodes.make(adminId)),
    },
    passkeys: {
      ...passkeys,
      add: (maker, ...made) => telling(maker.adminId, 'passkey_added', passkeys.add(maker, ...made)),
      remove: (adminId, id) => telling(adminId, 'passkey_removed', passkeys.remove(adminId, id)),
    },
    approvals: createApprovalService(challenges),
    steps: createSignInSteps({
      ...{ db, clock, challenges, totp, recoveryCodes, devices },
      passkeys: createPasskeySignIn({ db, clock }),
    }),
  };
}
