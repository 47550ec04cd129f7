import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { postNeighbour } from '#shared/contract/posts.ts';

/**
 * A list of live posts that something is made from. `posts`: all of them. `category:3`, `tag:5`, `author-posts:4`: those
 * of one category, tag or author. `beside:12`: the posts before and after post 12. `series:1f0a…`: the parts of the series
 * of that fingerprint.
 */
export type LiveList =
  | 'posts'
  | `category:${number}`
  | `tag:${number}`
  | `author-posts:${number}`
  | `beside:${number}`
  | `series:${string}`;

/** What decides in which lists a live post stands, and where in them. */
export interface Filing {
  categoryId: number;
  authorId: number;
  tagIds: readonly number[];
  isFeatured: boolean;
  publishedAt: string | null;
  seriesName: string | null;
  seriesNumber: number;
}

/**
 * The lists in which other posts stand, or in another order, since one post was filed anew. Null for one that readers do
 * not see. Lists that only show the post with other words are not among them.
 */
export function changedLists(before: Filing | null, after: Filing | null): LiveList[] {
  const [old, now] = [listsOf(before), listsOf(after)];
  if (isMoved(before, after)) return [...new Set([...old, ...now])];
  const renumbered = before?.seriesNumber === after?.seriesNumber ? [] : seriesLists(after?.seriesName ?? null);
  return [
    ...new Set([
      ...renumbered,
      ...old.filter((list) => !now.includes(list)),
      ...now.filter((list) => !old.includes(list)),
    ]),
  ];
}

/** The lists a post changes in which it does not stand itself: its neighbours have another neighbour now. */
export async function listsBeside(ex: Executor, postId: number, now: number): Promise<LiveList[]> {
  const { previous, next } = await neighbours(ex, postId, now);
  return [previous, next].flatMap((post) => (post ? [`beside:${post.id}` as const] : []));
}

function listsOf(filing: Filing | null): LiveList[] {
  if (!filing) return [];
  return [
    'posts',
    `category:${filing.categoryId}`,
    `author-posts:${filing.authorId}`,
    ...filing.tagIds.map((id) => `tag:${id}` as const),
    ...seriesLists(filing.seriesName),
  ];
}

/**
 * Whether the post has another place in every list it stands in. The category is among the reasons: of two posts with
 * the same tags the one of a post's own category is the nearer to it.
 */
export function isMoved(before: Filing | null, after: Filing | null): boolean {
  return (
    before?.publishedAt !== after?.publishedAt ||
    before?.isFeatured !== after?.isFeatured ||
    before?.categoryId !== after?.categoryId
  );
}

/** The list of a series by its name, none where that is empty; a fingerprint, since a name may be long and hold anything. */
export function seriesLists(name: string | null): LiveList[] {
  const known = name?.trim().toLowerCase() ?? '';
  return known === '' ? [] : [`series:${createHash('sha256').update(known).digest('hex').slice(0, 12)}`];
}

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
  const live = (until: number) =>
    ex
      .selectFrom('blog_posts as p')
      .where(isLive(until))
      .where('p.category_id', '=', post.category_id)
      .select(['p.id', 'p.slug', 'p.title'])
      .limit(1);
  const sameTime = (direction: '<' | '>', order: 'asc' | 'desc') =>
    live(now)
      .where('p.published_at', '=', at)
      .where('p.id', direction, postId)
      .orderBy('p.id', order)
      .executeTakeFirst();
  // Each is one step in an index. With the two compared at once, or with a second end, SQLite walks from the newest post.
  const before = live(Math.min(now, Date.parse(at) - 1));
  const after = live(now).where('p.published_at', '>', at);
  const byTime = (query: typeof before, order: 'asc' | 'desc') =>
    query.orderBy('p.published_at', order).orderBy('p.id', order).executeTakeFirst();
  return {
    previous: (await sameTime('<', 'desc')) ?? (await byTime(before, 'desc')) ?? null,
    next: (await sameTime('>', 'asc')) ?? (await byTime(after, 'asc')) ?? null,
  };
}
