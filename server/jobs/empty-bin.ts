import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { oldestInBin, purgeFromBin } from '#server/repositories/posts/post-bin.ts';
import { isLongWrite, type LongWrites } from '#server/services/long-writes.ts';
import { BIN_KEEPS } from '#shared/kernel/bin.ts';

interface EmptyBinOptions {
  db: Executor;
  longWrites: LongWrites;
  isStopped: () => boolean;
}

/**
 * Permanently deletes posts that have been in the bin for more than 30 days, one at a time, so that readers are served
 * in between.
 */
export async function emptyBin({ db, longWrites, isStopped }: EmptyBinOptions, now: number): Promise<void> {
  const before = now - BIN_KEEPS;
  while (!isStopped()) {
    const post = await oldestInBin(db, before);
    if (!post) return;
    // Every word of the post is removed from the search index.
    if (isLongWrite(post.bytes)) await longWrites.run({ write: 'purgeFromBin', values: [post.id, before] });
    else await purgeFromBin(db, post.id, before);
    await turn();
  }
}
