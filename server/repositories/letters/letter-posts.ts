import { sql } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from '../values-of.ts';
import type { Filing } from './audience.ts';

const ids = z.array(z.int());

/**
 * Records that posts went live for the first time; returns the posts for which this was not recorded before. `at` in
 * milliseconds since 1970.
 */
export async function noteLive(ex: Executor, postIds: readonly number[], at: number): Promise<Set<number>> {
  // Without WHERE, SQLite would read ON CONFLICT as part of a join.
  const { rows } = await sql<{ post_id: number }>`insert into letter_posts (post_id, live_at)
    select value, ${isoTime(at)} from json_each(${JSON.stringify(postIds)}) where true
    on conflict (post_id) do update set live_at = excluded.live_at where letter_posts.live_at is null
    returning post_id`.execute(ex);
  return new Set(rows.map((row) => row.post_id));
}

/** Whether the owner wants no letter for a post. */
export async function isHeld(ex: Executor, postId: number): Promise<boolean> {
  return (await heldOf(ex, [postId])).has(postId);
}

/** The posts among these for which the owner wants no letter. */
export async function heldOf(ex: Executor, postIds: readonly number[]): Promise<Set<number>> {
  const rows = await ex
    .selectFrom('letter_posts')
    .where('post_id', 'in', valuesOf(postIds))
    .where('is_held', '=', 1)
    .select('post_id')
    .execute();
  return new Set(rows.map((row) => row.post_id));
}

export async function setHeld(ex: Executor, postId: number, held: boolean): Promise<void> {
  const is_held = held ? 1 : 0;
  await ex
    .insertInto('letter_posts')
    .values({ post_id: postId, is_held })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ is_held }))
    .execute();
}

/** Records that a letter announces these posts: no digest announces them again. */
export async function setLetterOf(ex: Executor, postIds: readonly number[], letterId: number): Promise<void> {
  await ex.updateTable('letter_posts').set({ letter_id: letterId }).where('post_id', 'in', valuesOf(postIds)).execute();
}

/** Gives the posts of a letter that will not be sent back to the next digest. */
export async function giveBackPosts(ex: Executor, letterId: number): Promise<void> {
  await ex.updateTable('letter_posts').set({ letter_id: null }).where('letter_id', '=', letterId).execute();
}

/** The posts that went live since a time (milliseconds since 1970) and that no letter has announced, oldest first. */
export async function untoldPosts(ex: Executor, since: number): Promise<number[]> {
  const rows = await ex
    .selectFrom('letter_posts')
    .where('letter_id', 'is', null)
    .where('live_at', '>', isoTime(since))
    .orderBy('live_at')
    .orderBy('post_id')
    .select('post_id')
    .execute();
  return rows.map((row) => row.post_id);
}

/**
 * Makes digests leave out all posts that went live before: after a restore of a backup it is not known here whether a
 * digest has announced them.
 */
export async function forgetNews(ex: Executor): Promise<void> {
  await ex
    .updateTable('letter_posts')
    .set({ live_at: isoTime(0) })
    .where('live_at', 'is not', null)
    .execute();
}

/** Whether a post has ever been live. */
export async function hasBeenLive(ex: Executor, postId: number): Promise<boolean> {
  const query = ex.selectFrom('post_liveness').where('post_id', '=', postId).where('has_been_live', '=', 1);
  return (await query.select('post_id').executeTakeFirst()) !== undefined;
}

/** The filings of posts, by post id; ids without a post are left out. */
export async function filingsOf(ex: Executor, postIds: readonly number[]): Promise<Map<number, Filing>> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .where('p.id', 'in', valuesOf(postIds))
    .select((eb) => [
      'p.id',
      'p.category_id as categoryId',
      'p.author_id as authorId',
      eb
        .selectFrom('post_tags as t')
        .whereRef('t.post_id', '=', 'p.id')
        .select(({ fn }) => fn<string>('json_group_array', ['t.tag_id']).as('ids'))
        .as('tagIds'),
    ])
    .execute();
  return new Map(
    rows.map(({ id, tagIds, ...filing }) => [id, { ...filing, tagIds: ids.parse(JSON.parse(tagIds ?? '[]')) }]),
  );
}
