import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { type Span, type Subject, within, withinOf } from './spans.ts';

/** The readings of one post. */
export interface PostSum {
  id: number;
  readings: number;
  ends: number;
}

/** Every post that was read in a span, in no order. */
export async function sumPosts(ex: Executor, span: Span, subject: Subject | null): Promise<PostSum[]> {
  const rows = subject === null ? within(span) : withinOf(span, subject);
  const query = sql<PostSum>`
    select post_id as id, sum(phones + tablets + computers) as readings, sum(ends) as ends
    from statistics_posts where ${rows} group by post_id`;
  return (await query.execute(ex)).rows;
}

export interface PostName {
  id: number;
  title: string;
  slug: string;
  categoryId: number;
}

/** The names of posts; posts that no longer exist are left out. */
export async function namePosts(ex: Executor, ids: readonly number[]): Promise<Map<number, PostName>> {
  const query = sql<PostName>`
    select id, title, slug, category_id as categoryId from blog_posts
    where id in (select value from json_each(${JSON.stringify(ids)}))`;
  return new Map((await query.execute(ex)).rows.map((row) => [row.id, row]));
}

/** The category of every post. */
export async function categoriesOfPosts(ex: Executor): Promise<Map<number, number>> {
  const rows = await ex.selectFrom('blog_posts').select(['id', 'category_id as categoryId']).execute();
  return new Map(rows.map(({ id, categoryId }) => [id, categoryId]));
}

/** The pairs of posts and their tags. */
export async function tagsOfPosts(ex: Executor): Promise<{ postId: number; tagId: number }[]> {
  return ex.selectFrom('post_tags').select(['post_id as postId', 'tag_id as tagId']).execute();
}

export async function nameTags(ex: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  const query = sql<{ id: number; name: string }>`
    select id, name from tags where id in (select value from json_each(${JSON.stringify(ids)}))`;
  return new Map((await query.execute(ex)).rows.map(({ id, name }) => [id, name]));
}
