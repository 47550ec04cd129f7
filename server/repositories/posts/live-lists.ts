import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import { isLive, isLiveBefore } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { postNeighbour } from '#shared/contract/posts/post.ts';
import { valuesOf } from '../values-of.ts';

/**
 * A list of live posts that pages are made from. `posts`: all of them. `category:3`, `tag:5`, `author-posts:4`: those
 * of one category, tag or author. `beside:12`: the posts before and after post 12. `series:1f0a…`: the parts of the
 * series with that fingerprint.
 */
export type LiveList =
  | 'posts'
  | `category:${number}`
  | `tag:${number}`
  | `author-posts:${number}`
  | `beside:${number}`
  | `series:${string}`;

/** The fields that decide in which lists a live post occurs, and at which place. */
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
 * The lists whose posts, or the order of them, have changed because one post was filed anew. Pass null for a state in
 * which readers do not see the post. Lists that only show the post with other words are not included.
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

/**
 * The lists that posts change without being in them, by the posts' ids: the neighbours of a post have a new neighbour.
 */
export async function listsBeside(
  ex: Executor,
  postIds: readonly number[],
  now: number,
): Promise<Map<number, LiveList[]>> {
  if (postIds.length === 0) return new Map();
  const beside = await idsBeside(ex, postIds, now);
  return new Map(
    beside.map(({ id, previous, next }) => [
      id,
      [previous, next].flatMap((other) => (other === null ? [] : [`beside:${other}` as const])),
    ]),
  );
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
 * Whether the post has a new place in every list in which it occurs. The category is one of the reasons: of two posts
 * with the same tags, the one in the same category counts as more related.
 */
export function isMoved(before: Filing | null, after: Filing | null): boolean {
  return (
    before?.publishedAt !== after?.publishedAt ||
    before?.isFeatured !== after?.isFeatured ||
    before?.categoryId !== after?.categoryId
  );
}

/**
 * The list of a series by its name, none when the name is empty; a fingerprint, because a name may be long and contain
 * any character.
 */
export function seriesLists(name: string | null): LiveList[] {
  const known = name?.trim().toLowerCase() ?? '';
  return known === '' ? [] : [`series:${createHash('sha256').update(known).digest('hex').slice(0, 12)}`];
}

type PostNeighbour = z.output<typeof postNeighbour>;

/**
 * The live posts of the same category published just before and just after a post; null at the ends, and for a post
 * without a date.
 */
export async function neighbours(
  ex: Executor,
  postId: number,
  now: number,
): Promise<{ previous: PostNeighbour | null; next: PostNeighbour | null }> {
  const [beside] = await idsBeside(ex, [postId], now);
  const ids = [beside?.previous ?? null, beside?.next ?? null];
  const posts = await ex
    .selectFrom('blog_posts')
    .where('id', 'in', valuesOf(ids.filter((id) => id !== null)))
    .select(['id', 'slug', 'title'])
    .execute();
  const [previous = null, next = null] = ids.map((id) => posts.find((post) => post.id === id) ?? null);
  return { previous, next };
}

/**
 * The ids of each post's neighbours; a post without a date has none and is left out. Each neighbour is one step in an
 * index: if date and id were compared at once, or with a second bound on the same side, SQLite would walk from the
 * newest post.
 */
function idsBeside(ex: Executor, postIds: readonly number[], now: number) {
  return ex
    .selectFrom('blog_posts as o')
    .where('o.id', 'in', valuesOf(postIds))
    .where('o.published_at', 'is not', null)
    .select((of) => {
      const one = (isSeen: RawBuilder<boolean>) =>
        of
          .selectFrom('blog_posts as p')
          .where(isSeen)
          .whereRef('p.category_id', '=', 'o.category_id')
          .select('p.id')
          .limit(1);
      const sameTime = (direction: '<' | '>', order: 'asc' | 'desc') =>
        one(isLive(now))
          .whereRef('p.published_at', '=', 'o.published_at')
          .whereRef('p.id', direction, 'o.id')
          .orderBy('p.id', order);
      const before = one(isLiveBefore(now, 'o.published_at')).orderBy('p.published_at', 'desc').orderBy('p.id', 'desc');
      const after = one(isLive(now))
        .whereRef('p.published_at', '>', 'o.published_at')
        .orderBy('p.published_at')
        .orderBy('p.id');
      return [
        'o.id',
        of.fn.coalesce(sameTime('<', 'desc'), before).as('previous'),
        of.fn.coalesce(sameTime('>', 'asc'), after).as('next'),
      ];
    })
    .execute();
}
