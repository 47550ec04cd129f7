import { sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepPostsInHistory, loseFromHistory } from '../history/keep.ts';
import { removeRedirects } from '../redirects.ts';
import { rejectDuplicate } from '../reject-duplicate.ts';
import { valuesOf } from '../values-of.ts';
import { type EventCause, findPostStates, recordPostWrites } from './post-events.ts';

/** Moves a post to the bin, where its slug is free for other posts. Throws AppError `post_not_found`. */
export async function softDeletePost(ex: Executor, id: number, now: number, cause: EventCause = 'save'): Promise<void> {
  await softDeletePosts(ex, [id], { now, cause });
}

/** {@link softDeletePost} for several posts: all of them, or none. */
export async function softDeletePosts(
  ex: Executor,
  ids: readonly number[],
  { now, cause }: { now: number; cause: EventCause },
): Promise<void> {
  if (ids.length === 0) return;
  await atomically(ex, async (trx) => {
    const states = await findPostStates(trx, ids);
    if (ids.some((id) => states.get(id)?.isDeleted !== false)) throw new AppError('post_not_found');
    await trx
      .updateTable('blog_posts')
      .set({ deleted_at: isoTime(now) })
      .where('id', 'in', valuesOf(ids))
      .execute();
    await keepPostsInHistory(trx, 'deleted', named(states), now);
    await recordPostWrites(trx, states, { cause, at: now });
  });
}

/**
 * Takes a post out of the bin. Throws AppError `post_not_found`, and `slug_taken` when another post has its slug now.
 */
export async function undelete(ex: Executor, id: number, now: number): Promise<void> {
  await undeletePosts(ex, [id], { now });
}

/** {@link undelete} for several posts: all of them, or none. */
export async function undeletePosts(
  ex: Executor,
  ids: readonly number[],
  { now, isOneOfMany = false }: { now: number; isOneOfMany?: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await atomically(ex, async (trx) => {
    const states = await findPostStates(trx, ids);
    if (ids.some((id) => !states.get(id)?.isDeleted)) throw new AppError('post_not_found');
    await rejectDuplicate('slug_taken', () =>
      trx.updateTable('blog_posts').set({ deleted_at: null }).where('id', 'in', valuesOf(ids)).execute(),
    );
    await removeRedirects(
      trx,
      [...states.values()].map(({ slug }) => slug),
    );
    await keepPostsInHistory(trx, 'restored', named(states), now);
    await recordPostWrites(trx, states, { cause: 'undelete', at: now, isOneOfMany });
  });
}

function named(states: Awaited<ReturnType<typeof findPostStates>>) {
  return [...states].map(([id, { title }]) => ({ subject: id, name: title }));
}

/**
 * The post that has been in the bin longest, if it was moved there before `time` (milliseconds since 1970), with the
 * bytes of text that are deleted with it.
 */
export async function oldestInBin(ex: Executor, time: number): Promise<{ id: number; bytes: number } | null> {
  const bytes = sql<number>`octet_length(content) + octet_length(html) + octet_length(body) +
    (select coalesce(sum(octet_length(content)), 0) from post_revisions where post_id = blog_posts.id)`;
  const oldest = await ex
    .selectFrom('blog_posts')
    .where('deleted_at', '<', isoTime(time))
    .orderBy('deleted_at')
    .limit(1)
    .select(['id', bytes.as('bytes')])
    .executeTakeFirst();
  return oldest ?? null;
}

/** Deletes a post permanently, with its revisions and redirects, if it has been in the bin since before `time`. */
export async function purgeFromBin(ex: Executor, id: number, time: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('blog_posts')
      .where('id', '=', id)
      .where('deleted_at', '<', isoTime(time))
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await loseFromHistory(trx, 'post', id);
  });
}
