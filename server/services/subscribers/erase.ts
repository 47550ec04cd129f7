import type { Executor } from '#server/db/transaction.ts';
import { deletePendingOf } from '#server/repositories/subscribers/pending-subscriptions.ts';
import { deleteSubscriber, type SubscriberRow } from '#server/repositories/subscribers/subscribers.ts';
import { suppressAddress } from '#server/repositories/subscribers/suppressed.ts';

/** Erases all data about a person; only a hash of the address stays, so that no import adds the person again. */
export async function eraseSubscriber(trx: Executor, { id, email }: SubscriberRow, now: number): Promise<void> {
  await deletePendingOf(trx, email);
  await deleteSubscriber(trx, id);
  await suppressAddress(trx, email, 'erased', now);
}
