import type { Executor } from '#server/db/transaction.ts';
import { recoveryCodeFigures } from '#server/repositories/second-factors/recovery-codes.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Throws AppError `passkey_alone` when a passkey would have neither an authenticator app nor recovery codes beside it. */
export async function refusePasskeyAlone(db: Executor, adminId: number, hasTotp: boolean): Promise<void> {
  if (hasTotp || (await recoveryCodeFigures(db, adminId)).left > 0) return;
  throw new AppError('passkey_alone');
}
