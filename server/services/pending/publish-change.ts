import { changeOrigin, changingFrom } from '#server/change-origin.ts';
import type { Executor } from '#server/db/transaction.ts';
import { deletePending, publishPending, type StoredChange } from '#server/repositories/posts/pending-changes.ts';
import { findProposer } from '#server/repositories/proposals.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContentService } from '../content.ts';
import type { Events } from '../events/site-events.ts';
import { isLongWrite, type LongWrites } from '../long-writes.ts';
import { createPostWriter } from '../posts/post-writer.ts';
import { requireWhole } from '../posts/whole-post.ts';
import { mergeOf } from './read-change.ts';

export interface ChangedPost {
  post: Post;
  change: StoredChange;
}

interface PublishingOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  longWrites: LongWrites;
  tellPosts: Events['tellPosts'];
  /** A post and its pending change. Throws AppError `post_not_found`, `not_found`. */
  found(postId: number): Promise<ChangedPost>;
}

/** The largest number of times that publishing is repeated because the post changed meanwhile. */
const MOST_RACES = 5;

/**
 * Throws AppError `pending_conflict` for a change that was kept again after it was looked at: another program's words
 * may have replaced those that the owner has read. `seen` undefined: any version is accepted.
 */
export function requireSeen({ version }: StoredChange, seen: number | undefined): void {
  if (seen === undefined || seen === version) return;
  throw new AppError('pending_conflict', { message: 'This change is another one by now. Look at it again.' });
}

/**
 * Publishes the pending change of a post, in the version `seen` if that is given; the returned function throws the
 * errors of a save of the post, and `pending_conflict`.
 */
export function createChangePublishing(options: PublishingOptions): (postId: number, seen?: number) => Promise<Post> {
  const { db, clock, content, longWrites, tellPosts, found } = options;

  /**
   * The change is merged and rendered outside the transaction that stores it; if a save comes in between, it is merged
   * again.
   */
  async function publishOnce({ post, change }: ChangedPost): Promise<Post> {
    const merge = mergeOf(post, change);
    if (merge.kind === 'conflict') throw new AppError('pending_conflict');
    const { published: _, publishedAt: __, ...values } = merge.values;
    requireWhole({ ...post, ...values });
    const writer = createPostWriter({
      db,
      clock,
      content,
      cause: 'pending',
      replace(ex, id, changes, moment) {
        const at = { ...moment, pendingVersion: change.version };
        return isLongWrite(post.content.length, changes.content?.length ?? 0)
          ? longWrites.run({ write: 'publishPending', values: [id, changes, at] })
          : publishPending(ex, id, changes, at);
      },
    });
    const edited = { version: post.version };
    const written = await writer.update(post.id, { ...values, tags: [...values.tags] }, edited);
    if (written.outcome === 'unchanged') await deletePending(db, post.id, change.version);
    return written.post;
  }
  /** In History a change comes from the program that proposed it, whoever has accepted it. */
  async function publish(postId: number, seen?: number): Promise<Post> {
    const proposer = await findProposer(db, postId);
    const put = () => publishMerged(postId, seen);
    return proposer ? changingFrom({ kind: proposer.origin, device: proposer.name, by: changeOrigin() }, put) : put();
  }
  async function publishMerged(postId: number, seen: number | undefined): Promise<Post> {
    for (let races = 0; ; races += 1) {
      try {
        const changed = await found(postId);
        requireSeen(changed.change, seen);
        const post = await publishOnce(changed);
        await tellPosts();
        return post;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'post_conflict' || races === MOST_RACES) throw error;
      }
    }
  }

  return publish;
}
