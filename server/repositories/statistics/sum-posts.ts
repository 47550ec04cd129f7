import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { type Span, type Subject, within, withinOf } from './spans.ts';

export interface PostSum {
  id: number;
  /** Null for a post that is gone. */
  title: string | null;
  slug: string | null;
  categoryId: number | null;
  readings: number;
  ends: number;
}

/** Posts by how often they were read in a span, most first. */
export async function sumPosts(ex: Executor, span: Span, subject: Subject | null, most: number): Promise<PostSum[]> {
  const rows = subject === null ? within(span) : withinOf(span, subject);
  const query = sql<PostSum>`
    with read as (
      select post_id, sum(phones + tablets + computers) as readings, sum(ends) as ends
      from statistics_posts where ${rows} group by post_id order by readings desc, post_id desc limit ${most}
    )
    select read.post_id as id, p.title, p.slug, p.category_id as categoryId, read.readings, read.ends
    from read left join blog_posts p on p.id = read.post_id
    order by read.readings desc, read.post_id desc`;
  return (await query.execute(ex)).rows;
}

/** How often some posts were read in a span. */
export async function readingsOf(ex: Executor, span: Span, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const query = sql<{ id: number; readings: number }>`
    select post_id as id, sum(phones + tablets + computers) as readings
    from statistics_posts
    where ${within(span)} and post_id in (select value from json_each(${JSON.stringify(ids)}))
    group by post_id`;
  return new Map((await query.execute(ex)).rows.map(({ id, readings }) => [id, readings]));
}

/** What was read of the posts of one category or tag. */
export interface NicheSum {
  id: number;
  readings: number;
  ends: number;
}

/** By category; posts that are gone are in none. */
export async function sumCategories(ex: Executor, span: Span): Promise<NicheSum[]> {
  const query = sql<NicheSum>`
    with ${readBy(span)}
    select p.category_id as id, sum(read.readings) as readings, sum(read.ends) as ends
    from read join blog_posts p on p.id = read.post_id group by p.category_id`;
  return (await query.execute(ex)).rows;
}

/** By tag, most first: a post counts for each of its tags. */
export async function sumTags(ex: Executor, span: Span, most: number): Promise<(NicheSum & { name: string })[]> {
  const query = sql<NicheSum & { name: string }>`
    with ${readBy(span)}
    select t.id, t.name, sum(read.readings) as readings, sum(read.ends) as ends
    from read join post_tags pt on pt.post_id = read.post_id join tags t on t.id = pt.tag_id
    group by t.id order by readings desc, t.id limit ${most}`;
  return (await query.execute(ex)).rows;
}

const readBy = (span: Span) => sql`read as (
  select post_id, sum(phones + tablets + computers) as readings, sum(ends) as ends
  from statistics_posts where ${within(span)} group by post_id)`;
