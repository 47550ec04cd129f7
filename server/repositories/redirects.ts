import { isLive, isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from './values-of.ts';

/**
 * The present slug of the live post that once had this slug; null when there is none. `now` in milliseconds since 1970.
 */
export async function findRedirect(ex: Executor, slug: string, now: number): Promise<string | null> {
  const row = await ex
    .selectFrom('redirects as r')
    .innerJoin('blog_posts as p', 'p.id', 'r.post_id')
    .where('r.slug', '=', slug)
    .where(isLive(now))
    .select('p.slug')
    .executeTakeFirst();
  return row?.slug ?? null;
}

/** Makes a slug lead to a post from now on: a former slug belongs to the post that had it last. */
export async function setRedirect(ex: Executor, slug: string, postId: number, now: number): Promise<void> {
  await ex
    .insertInto('redirects')
    .values({ slug, post_id: postId, created_at: isoTime(now) })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ post_id: postId, created_at: isoTime(now) }))
    .execute();
}

/**
 * Deletes the redirects from those of these slugs that published posts have themselves. A draft takes no address from
 * readers: another program may have proposed it.
 */
export async function removeRedirects(ex: Executor, slugs: readonly string[]): Promise<void> {
  await ex
    .deleteFrom('redirects')
    .where('slug', 'in', valuesOf(slugs))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('blog_posts as p')
          .whereRef('p.slug', '=', 'redirects.slug')
          .where('p.deleted_at', 'is', null)
          .where('p.published', '=', 1)
          .select('p.id'),
      ),
    )
    .execute();
}
