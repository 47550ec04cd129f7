import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from '../values-of.ts';

// The order in which posts were last changed: one row for each post at the place of its last change, and rows without a
// post that only keep their places. Triggers write the table (migration 0033).

/** A place in the order; `place` is its unique name: another database may have another change at the same `seq`. */
export interface ChangePlace {
  seq: number;
  place: string;
}

interface ChangedPost extends ChangePlace {
  postId: number;
  /** The bytes of the post's long texts; 0 when the post is gone. */
  bytes: number;
}

/** Whether this database has a place with both this number and this name. */
export async function isChangePlace(ex: Executor, { seq, place }: ChangePlace): Promise<boolean> {
  const query = ex.selectFrom('post_changes').select('seq').where('seq', '=', seq).where('place', '=', place);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The posts that were changed after a place, in the order of their last changes. */
export async function changedAfter(ex: Executor, seq: number, limit: number): Promise<ChangedPost[]> {
  const bytes = sql<number>`coalesce(octet_length(p.content) + octet_length(p.html) + octet_length(p.body), 0)`;
  const rows = await ex
    .selectFrom('post_changes as c')
    .leftJoin('blog_posts as p', 'p.id', 'c.post_id')
    .where('c.post_id', 'is not', null)
    .where('c.seq', '>', seq)
    .orderBy('c.seq')
    .limit(limit)
    .select(['c.seq', 'c.place', 'c.post_id as postId', bytes.as('bytes')])
    .execute();
  return rows.flatMap(({ postId, ...row }) => (postId === null ? [] : [{ postId, ...row }]));
}

/** The number of posts that were changed after a place. */
export async function countChangedAfter(ex: Executor, seq: number): Promise<number> {
  const { count } = await ex
    .selectFrom('post_changes')
    .where('post_id', 'is not', null)
    .where('seq', '>', seq)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The texts of these posts without markup, by their ids. */
export async function wordsOfPosts(ex: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ex.selectFrom('blog_posts').where('id', 'in', valuesOf(ids)).select(['id', 'body']).execute();
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** The number of places that a copy may be behind and still continue from where it was. */
const PLACES_STORED = 100_000;

/** Deletes at most `limit` of the oldest places that no longer belong to a post. Returns how many. */
export async function forgetPlaces(ex: Executor, limit: number, kept = PLACES_STORED): Promise<number> {
  const old = ex
    .selectFrom('post_changes')
    .where('post_id', 'is', null)
    .where('seq', '<=', sql<number>`(select max(seq) from post_changes) - ${kept}`)
    .orderBy('seq')
    .limit(limit)
    .select('seq');
  const { numDeletedRows } = await ex.deleteFrom('post_changes').where('seq', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
