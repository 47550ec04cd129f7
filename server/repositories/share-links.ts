import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { ShareLink } from '#shared/contract/posts/unpublished.ts';

/** The share links of a post, newest first. */
export function listLinks(ex: Executor, postId: number): Promise<ShareLink[]> {
  return ex
    .selectFrom('share_links')
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .select(['id', 'created_at as createdAt'])
    .execute();
}

/** Inserts a share link. `now` in milliseconds since 1970. */
export function insertLink(ex: Executor, postId: number, secretHash: string, now: number): Promise<ShareLink> {
  return ex
    .insertInto('share_links')
    .values({ post_id: postId, secret_hash: secretHash, created_at: isoTime(now) })
    .returning(['id', 'created_at as createdAt'])
    .executeTakeFirstOrThrow();
}

/** Deletes a share link of a post; returns whether there was one. */
export async function deleteLink(ex: Executor, postId: number, id: number): Promise<boolean> {
  const row = await ex
    .deleteFrom('share_links')
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The slug of the post outside the bin to which a link leads; null for none. */
export async function slugOfLink(ex: Executor, secretHash: string): Promise<string | null> {
  const row = await ex
    .selectFrom('share_links as l')
    .innerJoin('blog_posts as p', 'p.id', 'l.post_id')
    .where('l.secret_hash', '=', secretHash)
    .where('p.deleted_at', 'is', null)
    .select('p.slug')
    .executeTakeFirst();
  return row?.slug ?? null;
}
