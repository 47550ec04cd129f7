import { sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Post, PostSeries } from '#shared/contract/posts/post.ts';
import type { ListedSeries } from '#shared/contract/series.ts';
import { postsOf } from './post-rows.ts';

/** The most parts that are listed: of a longer series, the parts around the post itself. */
const MOST_NAMED = 100;

/**
 * The series to which a post belongs: its live parts in the order of their numbers, then of their dates; parts without
 * a number come last. A post that is not live is placed among them where it would be. Names that differ only in case or
 * in spaces at their ends are the same series. Null for a post without a series. `now` in milliseconds since 1970.
 */
export async function seriesOf(
  ex: Executor,
  post: Pick<Post, 'id' | 'seriesName' | 'seriesNumber' | 'publishedAt'>,
  now: number,
): Promise<PostSeries | null> {
  const name = post.seriesName?.trim() ?? '';
  if (name === '') return null;
  const live = await ex
    .selectFrom('blog_posts as p')
    // Word for word the condition of the index, which SQLite could not use otherwise.
    .where(sql<boolean>`p.series_name is not null and lower(trim(p.series_name)) = lower(trim(${name}))`)
    .where(isLive(now))
    .select(['p.id', 'p.series_number as seriesNumber', 'p.published_at as publishedAt'])
    .execute();
  const parts = [...live.filter(({ id }) => id !== post.id), post].sort(inOrder);
  const place = parts.indexOf(post);
  const first = Math.max(0, Math.min(place - MOST_NAMED / 2, parts.length - MOST_NAMED));
  const named = parts.slice(first, first + MOST_NAMED).map(({ id }) => id);
  const rows = await postsOf(ex, named).select(['p.id', 'p.slug', 'p.title']).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    name,
    part: place + 1,
    total: parts.length,
    parts: named.flatMap((id, index) => {
      const row = byId.get(id);
      return row ? [{ ...row, part: first + index + 1 }] : [];
    }),
  };
}

type Part = Pick<Post, 'id' | 'seriesNumber' | 'publishedAt'>;

/** A post without a date is sorted as one of the future. */
const inOrder = (a: Part, b: Part) =>
  (a.seriesNumber || Number.POSITIVE_INFINITY) - (b.seriesNumber || Number.POSITIVE_INFINITY) ||
  (a.publishedAt ?? '9').localeCompare(b.publishedAt ?? '9') ||
  a.id - b.id;

/** All series of posts outside the bin, by name. */
export async function listSeries(ex: Executor): Promise<ListedSeries[]> {
  return (
    ex
      .selectFrom('blog_posts')
      .where('series_name', 'is not', null)
      // The unary plus keeps SQLite from searching by this condition, so that it walks the index of series.
      .where(sql<boolean>`+deleted_at is null`)
      .where(sql<boolean>`trim(series_name) <> ''`)
      .groupBy(sql`lower(trim(series_name))`)
      .orderBy(sql`lower(trim(series_name))`)
      .select([sql<string>`min(trim(series_name))`.as('name'), sql<number>`max(series_number)`.as('lastNumber')])
      .execute()
  );
}
