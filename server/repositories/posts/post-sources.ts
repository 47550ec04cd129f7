import type { Executor } from '#server/db/transaction.ts';

/** The post that was made from a source's post earlier. */
export interface SourceMatch {
  postId: number;
  /** The hash of the source's post at that time; null when none was stored. */
  sha256: string | null;
  /** The hash of the post here just after it was written; null when none was stored. */
  said: string | null;
}

/** Identifies a source's post: the site it comes from, empty for files of this site, and its slug there. */
export interface SourceKey {
  source: string;
  slug: string;
}

/** The post outside the bin that an import made from this source's post. */
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
 * The post outside the bin that a file with this slug refers to: the post that an import made from the file, else the
 * post with this slug now, else the post that once had it.
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

/** Stores the hash of a source's post when it was imported, the post made from it, and the hash of that post then. */
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

/** Records that an import has itself changed a post again; the new content counts as written by that import. */
export async function noteSaid(ex: Executor, postId: number, before: string, said: string): Promise<void> {
  await ex
    .updateTable('post_sources')
    .set({ said, sha256: '' })
    .where('post_id', '=', postId)
    .where('said', '=', before)
    .execute();
}

/** Deletes the records of the sources from which a post was made. */
export async function forgetSources(ex: Executor, postId: number): Promise<void> {
  await ex.deleteFrom('post_sources').where('post_id', '=', postId).execute();
}

/**
 * Sets the times of the last changes of a post that comes from elsewhere; an undefined time stays as it is. ISO 8601,
 * UTC.
 */
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
