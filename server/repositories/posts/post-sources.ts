import type { Executor } from '#server/db/transaction.ts';

/** The post a file was made into before; `sha256` is the hash of what the file said then, null when none was noted. */
export interface SourceMatch {
  postId: number;
  sha256: string | null;
}

/**
 * The post outside the bin that a file with this slug means: the one an import made of it, else the one at that
 * address now, else the one that once was there.
 */
export async function findPostOfSource(ex: Executor, slug: string): Promise<SourceMatch | null> {
  const noted = await ex
    .selectFrom('post_sources as s')
    .innerJoin('blog_posts as p', 'p.id', 's.post_id')
    .where('s.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .select(['p.id', 's.sha256'])
    .executeTakeFirst();
  if (noted) return { postId: noted.id, sha256: noted.sha256 };
  const named = await ex
    .selectFrom('blog_posts')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (named) return { postId: named.id, sha256: null };
  const moved = await ex
    .selectFrom('redirects as r')
    .innerJoin('blog_posts as p', 'p.id', 'r.post_id')
    .where('r.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .select('p.id')
    .executeTakeFirst();
  return moved ? { postId: moved.id, sha256: null } : null;
}

/** Notes what a file with this slug said when it was imported, and the post it is. */
export async function noteSource(ex: Executor, slug: string, { postId, sha256 }: SourceMatch): Promise<void> {
  const row = { post_id: postId, sha256: sha256 ?? '' };
  await ex
    .insertInto('post_sources')
    .values({ slug, ...row })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .execute();
}

/** Sets when a post was last changed, for one that comes from elsewhere; what is undefined stays. ISO 8601, UTC. */
export async function setTimesOfChange(
  ex: Executor,
  postId: number,
  { updatedAt, contentUpdatedAt }: { updatedAt: string | undefined; contentUpdatedAt: string | undefined },
): Promise<void> {
  await ex
    .updateTable('blog_posts')
    .set({ updated_at: updatedAt, content_updated_at: contentUpdatedAt })
    .where('id', '=', postId)
    .execute();
}
