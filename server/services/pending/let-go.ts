import type { Executor } from '#server/db/transaction.ts';
import { deletePending, findPending, type StoredChange } from '#server/repositories/posts/pending-changes.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { areSameValues, valuesOfPost } from '#shared/workspace/post-values.ts';
import { mergeOf } from './read-change.ts';

/**
 * Deletes the pending change of a post when the post already says what the change would make of it. Any other change
 * stays pending, as does a change that was kept meanwhile, or that cannot be read.
 */
export async function letGoOfDone(db: Executor, post: Post): Promise<void> {
  const change = await findPending(db, post.id);
  if (change && isDone(post, change)) await deletePending(db, post.id, change.version);
}

function isDone(post: Post, change: StoredChange): boolean {
  try {
    const merge = mergeOf(post, change);
    return merge.kind === 'clean' && areSameValues(merge.values, valuesOfPost(post));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
