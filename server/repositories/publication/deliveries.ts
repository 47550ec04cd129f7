import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from '../values-of.ts';

/** Those of these deliveries that were accepted before. */
export async function knownDeliveries(ex: Executor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ex.selectFrom('reader_deliveries').where('id', 'in', valuesOf(ids)).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records that a delivery is accepted, in the transaction that does its work. Returns false when it was accepted
 * before, so that nothing is to be done. `now` in milliseconds since 1970.
 */
export async function noteDelivery(ex: Executor, { id, kind }: { id: string; kind: string }, now: number) {
  const { numInsertedOrUpdatedRows } = await ex
    .insertInto('reader_deliveries')
    .values({ id, kind, received_at: isoTime(now) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes the records of deliveries from before a time, in milliseconds since 1970. */
export async function forgetReaderDeliveries(ex: Executor, before: number): Promise<void> {
  await ex.deleteFrom('reader_deliveries').where('received_at', '<', isoTime(before)).execute();
}
