import type { z } from 'zod';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { postNeighbour } from '#shared/contract/posts.ts';

type PostNeighbour = z.output<typeof postNeighbour>;

/** The live posts of its category published just before and just after a post; null at the ends, and for one without a date. */
export async function neighbours(
  ex: Executor,
  postId: number,
  now: number,
): Promise<{ previous: PostNeighbour | null; next: PostNeighbour | null }> {
  const post = await ex
    .selectFrom('blog_posts')
    .where('id', '=', postId)
    .select(['published_at', 'category_id'])
    .executeTakeFirst();
  const at = post?.published_at;
  if (!at) return { previous: null, next: null };
  const beside = (direction: '<' | '>', order: 'asc' | 'desc') =>
    ex
      .selectFrom('blog_posts as p')
      .where(isLive(now))
      .where('p.category_id', '=', post.category_id)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('p.published_at', 'p.id'), direction, tuple(at, postId)))
      .orderBy('p.published_at', order)
      .orderBy('p.id', order)
      .select(['p.id', 'p.slug', 'p.title'])
      .limit(1)
      .executeTakeFirst();
  return { previous: (await beside('<', 'desc')) ?? null, next: (await beside('>', 'asc')) ?? null };
}
