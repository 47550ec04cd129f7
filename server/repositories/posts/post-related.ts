import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PostSummary } from '#shared/contract/posts.ts';
import { postsOf, summariesByIds, valuesOf } from './post-rows.ts';

/** Posts at most that one tag proposes, the newest; a tag on more than these says little about any of them. */
const PROPOSED_BY_TAG = 300;

/**
 * Live posts near to one, nearest first: by the tags they share, each worth the more the fewer posts carry it; then
 * of the same category; then the newest. Never the post itself. `now` in milliseconds since 1970.
 */
export async function relatedPosts(ex: Executor, postId: number, now: number, limit = 6): Promise<PostSummary[]> {
  const post = await ex.selectFrom('blog_posts').where('id', '=', postId).select('category_id').executeTakeFirst();
  if (!post) return [];
  const weights = await sharedTagWeights(ex, postId);
  const proposed = await postsOf(ex, [...weights.keys()])
    .where(isLive(now))
    .select(['p.id', 'p.category_id', 'p.published_at'])
    .execute();
  const isNear = (category: number) => Number(category === post.category_id);
  const ids = proposed
    .sort(
      (a, b) =>
        (weights.get(b.id) ?? 0) - (weights.get(a.id) ?? 0) ||
        isNear(b.category_id) - isNear(a.category_id) ||
        (b.published_at ?? '').localeCompare(a.published_at ?? '') ||
        b.id - a.id,
    )
    .slice(0, limit)
    .map((row) => row.id);
  for (const category of [post.category_id, undefined]) {
    if (ids.length >= limit) break;
    const wanted = { except: [postId, ...ids], limit: limit - ids.length, category, now };
    ids.push(...(await newestPosts(ex, wanted)));
  }
  return summariesByIds(ex, ids, { kind: 'live', now });
}

/** For each post that shares a tag with this one: the sum over these tags of 1 / (posts that carry it). */
async function sharedTagWeights(ex: Executor, postId: number): Promise<Map<number, number>> {
  const tags = await ex
    .selectFrom('post_tags as pt')
    .where('pt.post_id', '=', postId)
    .select(({ selectFrom, fn }) => [
      'pt.tag_id',
      selectFrom('post_tags as c')
        .whereRef('c.tag_id', '=', 'pt.tag_id')
        .select(fn.countAll<number>().as('n'))
        .as('posts'),
    ])
    .execute();
  const weights = new Map<number, number>();
  for (const { tag_id: tagId, posts } of tags) {
    const carriers = await ex
      .selectFrom('post_tags')
      .where('tag_id', '=', tagId)
      .where('post_id', '<>', postId)
      .orderBy('post_id', 'desc')
      .limit(PROPOSED_BY_TAG)
      .select('post_id')
      .execute();
    for (const { post_id: id } of carriers) weights.set(id, (weights.get(id) ?? 0) + 1 / (posts ?? 1));
  }
  return weights;
}

interface WantedPosts {
  /** Ids that are not wanted. */
  except: readonly number[];
  limit: number;
  /** The id of their category; undefined for any. */
  category: number | undefined;
  now: number;
}

async function newestPosts(ex: Executor, { except, limit, category, now }: WantedPosts): Promise<number[]> {
  let query = ex.selectFrom('blog_posts as p').where(isLive(now)).where('p.id', 'not in', valuesOf(except));
  if (category !== undefined) query = query.where('p.category_id', '=', category);
  const rows = await query
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .select('p.id')
    .execute();
  return rows.map((row) => row.id);
}
