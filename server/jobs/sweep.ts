import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { forgetAiAnswers } from '#server/repositories/ai-calls.ts';
import { sweepOnceKeys } from '#server/repositories/idempotency-keys.ts';
import { purgeFromBin } from '#server/repositories/post-writes.ts';
import { sweepSessions } from '#server/repositories/sessions.ts';
import { forgetDeleted } from '#server/repositories/workspace-documents.ts';
import type { Clock } from '#shared/kernel/clock.ts';

const HOUR = 60 * 60 * 1000;
/** How long a deleted post can be taken back (design §4). */
const BIN_KEEPS = 30 * 24 * HOUR;

/** How long a call that was made once is remembered (design §4, Idempotency-Key). */
const KEYS_KEPT = 30 * 24 * HOUR;

/** How long the server can bring back a deleted workspace document by itself. */
const DOCUMENTS_KEPT = 90 * 24 * HOUR;

/**
 * Deletes what nobody can use any more: sessions past their time, posts 30 days in the bin, keys as old, workspace
 * documents 90 days after their deletion.
 */
export async function sweep(db: Executor, now: number): Promise<void> {
  await sweepSessions(db, now);
  // Readers come between two of them.
  while (await purgeFromBin(db, now - BIN_KEEPS)) await turn();
  await sweepOnceKeys(db, now - KEYS_KEPT);
  await forgetAiAnswers(db, now - KEYS_KEPT);
  await forgetDeleted(db, now - DOCUMENTS_KEPT);
}

/** Sweeps now and every hour. Gives the function that ends it. */
export function sweepHourly(options: { db: Executor; clock: Clock; onError: (error: unknown) => void }): () => void {
  const { db, clock, onError } = options;
  const run = () => {
    sweep(db, clock.now()).catch(onError);
  };
  run();
  const timer = setInterval(run, HOUR);
  timer.unref();
  return () => clearInterval(timer);
}
