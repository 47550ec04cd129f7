import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from '../values-of.ts';
import { summariesByIds } from './post-rows.ts';

/**
 * A post as other programs are told about it. While readers do not see the post, nothing more than its id, slug, title
 * and `hasBeenLive` is told.
 */
export interface ToldPost {
  id: number;
  slug: string;
  title: string;
  /** Whether readers have ever seen the post. */
  hasBeenLive: boolean;
  /** The post as readers see it in a list; null while they do not see it. */
  shown: Awaited<ReturnType<typeof summariesByIds>>[number] | null;
}

/**
 * The posts with these ids, also those in the bin, as other programs are told about them. `now` in milliseconds since
 * 1970.
 */
export async function postsToTell(ex: Executor, ids: readonly number[], now: number): Promise<Map<number, ToldPost>> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .leftJoin('post_liveness as l', 'l.post_id', 'p.id')
    .where('p.id', 'in', valuesOf(ids))
    .select(['p.id', 'p.slug', 'p.title', 'l.has_been_live', isLive(now).as('is_live')])
    .execute();
  const live = rows.filter((row) => row.is_live).map(({ id }) => id);
  const shown = await summariesByIds(ex, live, { kind: 'live', now });
  const byId = new Map(shown.map((post) => [post.id, post]));
  return new Map(
    rows.map(({ id, slug, title, has_been_live }) => [
      id,
      { id, slug, title, hasBeenLive: has_been_live === 1, shown: byId.get(id) ?? null },
    ]),
  );
}
