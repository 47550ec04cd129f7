import type { Executor } from '#server/db/transaction.ts';
import { listAuthors } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import type { getRevision } from '#server/repositories/posts/post-revisions.ts';
import { findBySlug } from '#server/repositories/posts/posts.ts';
import type { Post, PostFields } from '#shared/contract/posts.ts';

type FullRevision = Awaited<ReturnType<typeof getRevision>>;

/**
 * What restoring a revision changes of a post: everything it keeps but whether and since when readers see the post.
 * A category or author that is gone, and a slug another post has now, stay as they are.
 */
export async function restoredFields(
  db: Executor,
  post: Post,
  revision: FullRevision,
  now: number,
): Promise<Partial<PostFields>> {
  const { published: _, publishedAt: __, categoryId, authorId, ...fields } = revision.fields;
  const { title, slug, excerpt, content } = revision;
  const categories = await listCategories(db, now);
  const authors = await listAuthors(db);
  const holder = await findBySlug(db, slug, { kind: 'all', now });
  return {
    ...fields,
    title,
    excerpt,
    content,
    ...(categories.some(({ id }) => id === categoryId) && { categoryId }),
    ...(authorId !== undefined && authors.some(({ id }) => id === authorId) && { authorId }),
    ...((holder === null || holder.id === post.id) && { slug }),
  };
}
