import type { Executor } from '#server/db/transaction.ts';

/** The post a source's post was made into before. */
export interface SourceMatch {
  postId: number;
  /** The hash of what the source said then; null when none was noted. */
  sha256: string | null;
  /** The hash of what the post said when that had been written; null when none was noted. */
  said: string | null;
}

/** By what a source's post is found again: the site it comes from, empty for files of our own, and its slug there. */
export interface SourceKey {
  source: string;
  slug: string;
}

/** The post outside the bin that an import made of this. */
export async function findNotedPost(ex: Executor, { source, slug }: SourceKey): Promise<SourceMatch | null> {
  const noted = await ex
    .selectFrom('post_sources as s')
    .innerJoin('blog_posts as p', 'p.id', 's.post_id')
    .where('s.source', '=', source)
    .where('s.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .select(['p.id', 's.sha256', 's.said'])
    .executeTakeFirst();
  return noted ? { postId: noted.id, sha256: noted.sha256, said: noted.said } : null;
}

/**
 * The post outside the bin that a file with this slug means: the one an import made of it, else the one at that
 * address now, else the one that once was there.
 */
export async function findPostOfSource(ex: Executor, key: SourceKey): Promise<SourceMatch | null> {
  const noted = await findNotedPost(ex, key);
  if (noted) return noted;
  const { slug } = key;
  const named = await ex
    .selectFrom('blog_posts')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (named) return { postId: named.id, sha256: null, said: null };
  const moved = await ex
    .selectFrom('redirects as r')
    .innerJoin('blog_posts as p', 'p.id', 'r.post_id')
    .where('r.slug', '=', slug)
    .where('p.deleted_at', 'is', null)
    .select('p.id')
    .executeTakeFirst();
  return moved ? { postId: moved.id, sha256: null, said: null } : null;
}

/** Notes what a source's post said when it was imported, the post it is, and what that said then. */
export async function noteSource(
  ex: Executor,
  key: SourceKey,
  { postId, sha256, said }: { postId: number; sha256: string; said: string },
): Promise<void> {
  const row = { post_id: postId, sha256, said };
  await ex
    .insertInto('post_sources')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['source', 'slug']).doUpdateSet(row))
    .execute();
}

/** Notes that a post says something else now by an import's own doing; it counts as what that import has written. */
export async function noteSaid(ex: Executor, postId: number, before: string, said: string): Promise<void> {
  await ex
    .updateTable('post_sources')
    .set({ said, sha256: '' })
    .where('post_id', '=', postId)
    .where('said', '=', before)
    .execute();
}

/** Forgets what a post was made of. */
export async function forgetSources(ex: Executor, postId: number): Promise<void> {
  await ex.deleteFrom('post_sources').where('post_id', '=', postId).execute();
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
