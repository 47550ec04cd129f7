import type { Executor } from '#server/db/transaction.ts';
import { deletePendingOf } from '#server/repositories/subscribers/pending-subscriptions.ts';
import { deleteSubscriber, type SubscriberRow } from '#server/repositories/subscribers/subscribers.ts';
import { suppressAddress } from '#server/repositories/subscribers/suppressed.ts';

/** Erases all that is kept of somebody; a hash of the address stays, so that no import brings it back. */
export async function eraseSubscriber(trx: Executor, { id, email }: SubscriberRow, now: number): Promise<void> {
  await deletePendingOf(trx, email);
  await deleteSubscriber(trx, id);
  await suppressAddress(trx, email, 'erased', now);
}
