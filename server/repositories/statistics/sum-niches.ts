import { sql } from 'kysely';
import { isLive, isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

/** The present contents of a category. */
export interface CategoryHoldings {
  id: number;
  name: string;
  color: string;
  /** The number of posts that readers can see. */
  posts: number;
  drafts: number;
}

/** Every category, with its numbers of posts and drafts; `now` in milliseconds since 1970. */
export async function categoryHoldings(ex: Executor, now: number): Promise<CategoryHoldings[]> {
  const query = sql<CategoryHoldings>`
    select c.id, c.name, c.color,
      (select count(*) from blog_posts p where p.category_id = c.id and ${isLive(now)}) as posts,
      (select count(*) from blog_posts p where p.category_id = c.id and p.published = 0 and p.deleted_at is null) as drafts
    from categories c order by c.id`;
  return (await query.execute(ex)).rows;
}

/** The cost of AI for one category; `id` is null for calls made for no category. */
export interface CategoryCost {
  id: number | null;
  calls: number;
  /** Null where no price was known. */
  costUsd: number | null;
}

/** The calls made from one time until before another, in milliseconds since 1970, by category. */
export async function sumCategoryCosts(ex: Executor, from: number, before: number): Promise<CategoryCost[]> {
  const query = sql<CategoryCost>`
    select category_id as id, count(*) as calls, sum(cost_usd) as costUsd from ai_calls
    where created_at >= ${isoTime(from)} and created_at < ${isoTime(before)} group by category_id`;
  return (await query.execute(ex)).rows;
}

/** The numbers of people who began and who stopped following by e-mail on one day. */
export interface FollowerDay {
  /** "2026-11-25", UTC. */
  day: string;
  joined: number;
  left: number;
}

/**
 * Every day on which the number of followers has changed, in order. A subscriber who stopped at an unknown time is
 * counted as stopped on the day they began.
 */
export async function followerDays(ex: Executor): Promise<FollowerDay[]> {
  const query = sql<FollowerDay>`
    select day, sum(joined) as joined, sum(gone) as "left" from (
      select substr(created_at, 1, 10) as day, count(*) as joined, 0 as gone from newsletter_subscribers group by 1
      union all
      select substr(coalesce(ended_at, created_at), 1, 10), 0, count(*) from newsletter_subscribers
      where subscribed = 0 or ended_at is not null group by 1
    ) group by day order by day`;
  return (await query.execute(ex)).rows;
}
