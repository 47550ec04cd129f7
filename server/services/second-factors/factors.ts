import type { Executor } from '#server/db/transaction.ts';
import { findTotp } from '#server/repositories/second-factors/one-time-codes.ts';
import { listPasskeys, type StoredPasskey } from '#server/repositories/second-factors/passkeys.ts';
import { recoveryCodeFigures } from '#server/repositories/second-factors/recovery-codes.ts';
import type { Passkey, SecondFactors } from '#shared/contract/auth/second-factors.ts';
import type { RelyingParty } from './relying-party.ts';
import type { TotpService } from './totp.ts';

/** Whether a sign-in to this account has a second step. Recovery codes alone do not require one. */
export async function hasSecondFactor(db: Executor, adminId: number): Promise<boolean> {
  return (await findTotp(db, adminId)) !== null || (await listPasskeys(db, adminId)).length > 0;
}

/** A passkey as the owner sees it. `relyingParty` is the current name of the site. */
export function toPasskey(stored: StoredPasskey, relyingParty: string | undefined): Passkey {
  const { id, name, createdAt, lastUsedAt } = stored;
  return { id, name, createdAt, lastUsedAt, isUsable: stored.relyingParty === relyingParty };
}

/** All second factors of an account, as the owner sees them. */
export async function readFactors(
  db: Executor,
  adminId: number,
  { totp, site }: { totp: TotpService; site: RelyingParty | null },
): Promise<SecondFactors> {
  return {
    totp: await totp.find(adminId),
    passkeys: (await listPasskeys(db, adminId)).map((stored) => toPasskey(stored, site?.id)),
    passkeyOrigin: site?.origins[0] ?? null,
    recoveryCodes: await recoveryCodeFigures(db, adminId),
  };
}
