import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { valuesOf } from '../values-of.ts';
import type { LiveList } from './live-lists.ts';
import { summariesByIds } from './post-rows.ts';

/** The most live posts that one tag proposes, the newest; a tag of more posts says little about any of them. */
const PROPOSED_BY_TAG = 300;

interface Related {
  posts: PostSummary[];
  /** The lists from which the posts were chosen: while these lists do not change, the choice stays the same. */
  lists: LiveList[];
}

/**
 * The live posts most related to a post, the most related first: by shared tags, where a tag with fewer live posts has
 * more weight; then by the same category; then the newest. Never the post itself. `now` in milliseconds since 1970.
 */
export async function relatedPosts(ex: Executor, postId: number, now: number, limit = 6): Promise<Related> {
  const post = await ex.selectFrom('blog_posts').where('id', '=', postId).select('category_id').executeTakeFirst();
  if (!post) return { posts: [], lists: [] };
  const lists: LiveList[] = [];
  const weights = new Map<number, number>();
  const proposed = new Map<number, Carrier>();
  for (const tagId of await tagsOf(ex, postId)) {
    lists.push(`tag:${tagId}`);
    const carriers = await newestCarriers(ex, tagId, now);
    for (const carrier of carriers) {
      if (carrier.id === postId) continue;
      proposed.set(carrier.id, carrier);
      weights.set(carrier.id, (weights.get(carrier.id) ?? 0) + 1 / carriers.length);
    }
  }
  const isNear = (category: number) => Number(category === post.category_id);
  const ids = [...proposed.values()]
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
    lists.push(category === undefined ? 'posts' : `category:${category}`);
    ids.push(...(await newestPosts(ex, { except: [postId, ...ids], limit: limit - ids.length, category, now })));
  }
  return { posts: await summariesByIds(ex, ids, { kind: 'live', now }), lists };
}

async function tagsOf(ex: Executor, postId: number): Promise<number[]> {
  const rows = await ex.selectFrom('post_tags').where('post_id', '=', postId).select('tag_id').execute();
  return rows.map(({ tag_id: id }) => id);
}

type Carrier = Awaited<ReturnType<typeof newestCarriers>>[number];

/**
 * The newest live posts that carry a tag. Drafts do not count: a page would change with something that is not yet part
 * of the site. CROSS JOIN makes SQLite look up each post of the tag, instead of each tag of the live posts.
 */
function newestCarriers(ex: Executor, tagId: number, now: number) {
  return ex
    .selectFrom('post_tags as pt')
    .crossJoin('blog_posts as p')
    .whereRef('p.id', '=', 'pt.post_id')
    .where('pt.tag_id', '=', tagId)
    .where(isLive(now))
    .orderBy('pt.post_id', 'desc')
    .limit(PROPOSED_BY_TAG)
    .select(['p.id', 'p.category_id', 'p.published_at'])
    .execute();
}

interface WantedPosts {
  /** The ids of posts to leave out. */
  except: readonly number[];
  limit: number;
  /** The id of the posts' category; undefined for any. */
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
