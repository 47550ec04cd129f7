import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { PostRevisionsTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Post, PostFields, postRevision } from '#shared/contract/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cutPage, type Page, type Paging, windowOf } from './paging.ts';

export type PostRevision = z.output<typeof postRevision>;

/** The form fields a revision keeps beside its texts. */
export type RevisionFields = Pick<
  PostFields,
  | 'featuredImage'
  | 'categoryId'
  | 'authorId'
  | 'published'
  | 'publishedAt'
  | 'featured'
  | 'readTime'
  | 'metaTitle'
  | 'metaDescription'
  | 'productApp'
  | 'productAppUrl'
  | 'tags'
>;

/** Bytes of texts in one page of revisions: more would hold the server for too long, twenty of the longest for 200 ms. */
const PAGE_BYTES = 2_000_000;

const columns = ['id', 'post_id', 'version', 'title', 'slug', 'excerpt', 'content', 'created_at'] as const;

/** Keeps a post as it is before a save. `now` in milliseconds since 1970. */
export async function keepRevision(ex: Executor, post: Post, now: number): Promise<void> {
  const fields: RevisionFields = {
    featuredImage: post.featuredImage,
    categoryId: post.category.id,
    authorId: post.author.id,
    published: post.published,
    publishedAt: post.publishedAt,
    featured: post.featured,
    readTime: post.readTime,
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    productApp: post.productApp,
    productAppUrl: post.productAppUrl,
    tags: post.tags,
  };
  await ex
    .insertInto('post_revisions')
    .values({
      post_id: post.id,
      version: post.version,
      created_at: isoTime(now),
      title: post.title,
      slug: post.slug,
      fields: JSON.stringify(fields),
      excerpt: post.excerpt,
      content: post.content,
    })
    .execute();
}

/**
 * The versions before the present one, newest first. A page ends early where its texts grow too long, at the earliest
 * after the first; one that is asked for by its number never does. Throws AppError `invalid_input` for a cursor that is
 * none of ours.
 */
export async function listRevisions(ex: Executor, postId: number, asked: Paging): Promise<Page<PostRevision>> {
  const ofPost = ex.selectFrom('post_revisions').where('post_id', '=', postId);
  const pageOf = (paging: Paging) => {
    const { limit, offset, after } = windowOf(paging);
    const query = ofPost.orderBy('version', 'desc').limit(limit).offset(offset);
    // A revision's id grows with its version.
    return after ? query.where('id', '<', after.id) : query;
  };
  const lengths = await pageOf(asked).select(sql<number>`octet_length(content)`.as('bytes')).execute();
  const paging = asked.page === undefined ? { ...asked, limit: fitting(lengths, asked.limit) } : asked;
  const rows = await pageOf(paging)
    .select([...columns, 'created_at as at'])
    .execute();
  const { shown, next } = cutPage(rows, paging);
  const { total } = await ofPost.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items: shown.map(toRevision), total, next };
}

/** How many of the texts, of at most `limit`, one answer takes. */
function fitting(texts: readonly { bytes: number }[], limit = texts.length): number {
  let sum = 0;
  const tooLong = texts.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > PAGE_BYTES;
  });
  return tooLong === -1 ? limit : Math.min(limit, Math.max(1, tooLong));
}

/** One revision with everything it keeps. Throws AppError `not_found`. */
export async function getRevision(
  ex: Executor,
  postId: number,
  revisionId: number,
): Promise<PostRevision & { fields: RevisionFields }> {
  const row = await ex
    .selectFrom('post_revisions')
    .where('id', '=', revisionId)
    .where('post_id', '=', postId)
    .select([...columns, 'fields'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { ...toRevision(row), fields: JSON.parse(row.fields) as RevisionFields };
}

function toRevision(row: Pick<Selectable<PostRevisionsTable>, (typeof columns)[number]>): PostRevision {
  return {
    id: row.id,
    postId: row.post_id,
    version: row.version,
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    content: row.content,
    createdAt: row.created_at,
  };
}
