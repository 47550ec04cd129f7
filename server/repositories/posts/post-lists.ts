import { type ExpressionBuilder, sql } from 'kysely';
import { isLive, isScheduled } from '#server/db/live.ts';
import type { BlogPostsTable, Schema } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import { matchExpression } from '#shared/content/search/search-query.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import type { ArchiveMonth, PostSort } from '#shared/contract/posts/posts.ts';
import { ANY_VALUE, cutPage, type Page, type Paging, windowBy, windowOf } from '../paging.ts';
import { waitingProposals } from '../proposals.ts';
import { tagSlug } from '../tag-slug.ts';
import { valuesOf } from '../values-of.ts';
import { type PostOrder, sqlOrder } from './post-order.ts';
import { type PostScope, summariesByIds } from './post-rows.ts';

/** The posts that a list holds; an absent field does not restrict. */
export interface PostFilter {
  scope: PostScope;
  featured?: boolean | undefined;
  /** With a featured picture, or without. */
  pictured?: boolean | undefined;
  categorySlug?: string | undefined;
  /** A tag's slug or name. */
  tag?: string | undefined;
  authorSlug?: string | undefined;
  /** Published in a year ("2025") or a month ("2025-07"), in UTC. */
  period?: string | undefined;
  slug?: string | undefined;
  /** The state of the owner's posts; posts in the bin are listed only by `deleted`. */
  status?: 'published' | 'draft' | 'scheduled' | 'pending' | 'proposed' | 'deleted' | undefined;
  /** True: live. False: neither live nor in the bin. */
  published?: boolean | undefined;
  /** Words that must all occur in the post. */
  q?: string | undefined;
  /** The ids of the only posts that may be listed, the most relevant first. */
  among?: readonly number[] | undefined;
}

/**
 * Posts, newest first when no order is given: by publication for readers, by creation for the owner, by deletion in the
 * bin. Throws AppError `invalid_input` for a cursor that the server did not give.
 */
export async function listPosts(ex: Executor, request: PostFilter & PostOrder & Paging): Promise<Page<PostSummary>> {
  if (request.sort !== undefined) return listInOrder(ex, { ...request, sort: request.sort });
  const order = orderOf(request);
  const { limit, offset, after } = windowOf(request);
  let query = filtered(ex, request)
    .select(['p.id', sql<string>`${sql.ref(order)}`.as('at')])
    .orderBy(order, 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset);
  if (after) query = query.where(sql<boolean>`(${sql.ref(order)}, p.id) < (${after.at}, ${after.id})`);
  return pageOf(ex, await query.execute(), request);
}

async function listInOrder(
  ex: Executor,
  request: PostFilter & PostOrder & Paging & { sort: PostSort },
): Promise<Page<PostSummary>> {
  const { by, direction } = sqlOrder(request, request.among);
  const { limit, offset, after } = windowBy(ANY_VALUE, request);
  let query = filtered(ex, request)
    .select(['p.id', by.as('at')])
    .orderBy(by, direction)
    .orderBy('p.id', direction)
    .limit(limit)
    .offset(offset);
  if (after) {
    const behind = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${by}, p.id) ${behind} (${after.at}, ${after.id})`);
  }
  return pageOf(ex, await query.execute(), request);
}

async function pageOf(
  ex: Executor,
  rows: { id: number; at: string | number }[],
  request: PostFilter & Paging,
): Promise<Page<PostSummary>> {
  const { shown, next } = cutPage(rows, request);
  const ids = shown.map((row) => row.id);
  return { items: await summariesByIds(ex, ids, request.scope), total: await countPosts(ex, request), next };
}

/** The total number of posts of a list. */
export async function countPosts(ex: Executor, filter: PostFilter): Promise<number> {
  const { total } = await filtered(ex, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The slug of every live post and the time of the last change of its text, newest first: for the sitemap. */
export async function liveAddresses(ex: Executor, now: number): Promise<{ slug: string; updatedAt: string }[]> {
  return ex
    .selectFrom('blog_posts as p')
    .where(isLive(now))
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .select([
      'p.slug',
      sql<string>`coalesce(max(p.content_updated_at, p.published_at), p.published_at)`.as('updatedAt'),
    ])
    .execute();
}

/** The months in which live posts were published, newest first. `now` in milliseconds since 1970. */
export async function archiveMonths(ex: Executor, now: number): Promise<ArchiveMonth[]> {
  const month = sql<string>`substr(p.published_at, 1, 7)`;
  return ex
    .selectFrom('blog_posts as p')
    .where(isLive(now))
    .select(({ fn }) => [month.as('month'), fn.countAll<number>().as('posts')])
    .groupBy('month')
    .orderBy('month', 'desc')
    .execute();
}

function showsLiveOnly({ scope, status, published }: PostFilter): boolean {
  return scope.kind === 'live' || status === 'published' || published === true;
}

function orderOf(filter: PostFilter) {
  if (showsLiveOnly(filter) || filter.status === 'scheduled') return 'p.published_at';
  return filter.status === 'deleted' ? 'p.deleted_at' : 'p.created_at';
}

/**
 * The posts that match a filter; each of its base conditions is the condition of an index that returns the list in
 * order.
 */
function filtered(ex: Executor, filter: PostFilter) {
  const { scope, status, published, featured, pictured, categorySlug, tag, authorSlug, period, slug, q, among } =
    filter;
  let query = ex.selectFrom('blog_posts as p');
  if (showsLiveOnly(filter)) query = query.where(isLive(scope.now));
  else if (status === 'scheduled') query = query.where(isScheduled(scope.now));
  else if (status === 'deleted') query = query.where('p.deleted_at', 'is not', null);
  else query = query.where('p.deleted_at', 'is', null);

  if (status === 'pending')
    query = query.where(postId, 'in', (eb) => eb.selectFrom('pending_changes').select('post_id'));
  if (status === 'proposed') query = query.where(postId, 'in', waitingProposals(ex));
  if (status === 'draft') query = query.where('p.published', '=', 0);
  if (published === false) query = query.where((eb) => eb.not(isLive(scope.now)));
  if (featured !== undefined) query = query.where('p.featured', '=', featured ? 1 : 0);
  if (pictured !== undefined) query = query.where('p.featured_image', pictured ? 'is not' : 'is', null);
  if (categorySlug !== undefined) {
    query = query.where('p.category_id', '=', (eb) =>
      eb.selectFrom('categories').select('id').where('slug', '=', categorySlug),
    );
  }
  if (authorSlug !== undefined) {
    query = query.where('p.author_id', '=', (eb) =>
      eb.selectFrom('authors').select('id').where('slug', '=', authorSlug),
    );
  }
  // Times are texts that begin with their year and month; a tilde sorts after every digit and hyphen.
  if (period !== undefined) query = query.where((eb) => eb.between('p.published_at', period, `${period}~`));
  if (slug !== undefined) query = query.where('p.slug', '=', slug);
  if (tag !== undefined) query = query.where(postId, 'in', (eb) => postsTagged(eb, tag));
  if (among !== undefined) query = query.where(postId, 'in', valuesOf(among));
  if (q !== undefined && q.trim() !== '') {
    const words = matchExpression(q);
    query = words === null ? query.where(sql<boolean>`false`) : query.where(postId, 'in', (eb) => postsWith(eb, words));
  }
  return query;
}

// The unary plus keeps SQLite from fetching each row of a long list of ids: it walks the ordered index instead and
// checks whether each id is in the list.
const postId = sql<number>`+p.id`;

type Expressions = ExpressionBuilder<Schema & { p: BlogPostsTable }, 'p'>;

function postsTagged(eb: Expressions, tag: string) {
  return eb
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .where('t.slug', '=', tagSlug(tag))
    .select('pt.post_id');
}

function postsWith(eb: Expressions, words: string) {
  return eb.selectFrom('post_search').where('post_search', '=', words).select('rowid');
}
