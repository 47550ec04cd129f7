import type { LogFlush } from './log-flush.ts';
import type { Executor } from './transaction.ts';

const logs = new WeakMap<Executor, LogFlush>();

/** Lets {@link flushed} know the log of a database whose commits are flushed beside the event loop. */
export function setLogOf(db: Executor, log: LogFlush): void {
  logs.set(db, log);
}

/**
 * Resolves when everything that was committed before the call is on the disk. To be awaited between a commit and
 * whatever cannot be taken back: an answer, a mail, a paid call, the deletion of a file
 * (docs/decisions/0052-commits-are-flushed-beside-the-loop.md). `db` is the database, not a transaction. Rejects when
 * the disk has failed; then the process ends.
 */
export async function flushed(db: Executor): Promise<void> {
  if (db.isTransaction) throw new Error('A transaction is not committed yet; await flushed after it, on the database.');
  await logs.get(db)?.flushed();
}
