import { atomically, type Executor } from '#server/db/transaction.ts';
import { deleteTotp } from './one-time-codes.ts';
import { deletePasskeys } from './passkeys.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

/** Deletes everything that a sign-in asks for besides the password, and the recovery codes. */
export async function deleteSecondFactors(ex: Executor, adminId: number): Promise<void> {
  await atomically(ex, async (trx) => {
    await deleteTotp(trx, adminId);
    await deletePasskeys(trx, adminId);
    await deleteRecoveryCodes(trx, adminId);
  });
}
