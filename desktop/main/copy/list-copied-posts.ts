import type { Database } from 'better-sqlite3';
import { matchExpression } from '#shared/content/search/search-query.ts';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import type { listPosts, PostSort } from '#shared/contract/posts/posts.ts';

type ListQuery = QueryOf<typeof listPosts>;

interface ListedPosts {
  items: PostSummary[];
  total: number;
}

const LIVE = 'p.published = 1 and p.deleted_at is null and p.published_at <= :now';

const byColumn: Record<Exclude<PostSort, 'relevance'>, { by: string; isName?: true }> = {
  created: { by: 'p.created_at' },
  updated: { by: 'p.updated_at' },
  published: { by: "coalesce(p.published_at, '')" },
  title: { by: 'p.title collate nocase', isName: true },
  views: { by: 'p.views' },
  author: { by: 'p.author_name collate nocase', isName: true },
  category: { by: 'p.category_name collate nocase', isName: true },
};

/**
 * Returns the owner's list of posts from the copy, as the server lists them (`listPosts` of the contract), but the
 * search does not forgive typing errors. `now` is in milliseconds since 1970. Returns null for a query that only the
 * server can continue.
 */
export function listCopiedPosts(sqlite: Database, query: ListQuery, now: number): ListedPosts | null {
  if (query.cursor !== undefined) return null;
  const words = query.q?.trim() ? matchExpression(query.q) : undefined;
  if (words === null) return { items: [], total: 0 };
  const values = {
    now: new Date(now).toISOString(),
    words: words ?? null,
    category: query.category ?? null,
    author: query.author ?? null,
    tag: query.tag ?? null,
    slug: query.slug ?? null,
    from: query.period ?? null,
    // Digits and hyphens all sort before a tilde.
    to: query.period === undefined ? null : `${query.period}~`,
  };
  const found = words === undefined ? 'posts p' : 'post_search s join posts p on p.id = s.rowid';
  const from = `from ${found} where ${conditionsOf(query, words !== undefined).join(' and ')}`;
  const total = sqlite.prepare<[object], number>(`select count(*) ${from}`).pluck().get(values) ?? 0;
  const limit = query.limit ?? -1;
  const offset = query.limit === undefined ? 0 : ((query.page ?? 1) - 1) * query.limit;
  const items = sqlite
    .prepare<[object], string>(
      `select p.summary ${from} order by ${orderOf(query, words !== undefined)} limit ${limit} offset ${offset}`,
    )
    .pluck()
    .all(values)
    .map((summary) => JSON.parse(summary) as PostSummary);
  return { items, total };
}

const showsLiveOnly = ({ status, published }: ListQuery) => status === 'published' || published === true;

function conditionsOf(query: ListQuery, isSearch: boolean): string[] {
  const { status, published, featured, pictured } = query;
  const base = showsLiveOnly(query)
    ? LIVE
    : status === 'scheduled'
      ? 'p.published = 1 and p.deleted_at is null and p.published_at > :now'
      : `p.deleted_at is ${status === 'deleted' ? 'not ' : ''}null`;
  const given: [boolean, string][] = [
    [isSearch, 'post_search match :words'],
    [status === 'pending', 'p.change_version is not null'],
    [status === 'proposed', 'p.is_proposed = 1'],
    [status === 'draft', 'p.published = 0'],
    [published === false, `not (${LIVE})`],
    [featured !== undefined, `p.featured = ${featured ? 1 : 0}`],
    [pictured !== undefined, `p.summary ->> '$.featuredImage' is ${pictured ? 'not ' : ''}null`],
    [query.category !== undefined, 'p.category = :category'],
    [query.author !== undefined, 'p.author = :author'],
    [query.period !== undefined, 'p.published_at between :from and :to'],
    [query.slug !== undefined, 'p.slug = :slug'],
    [query.tag !== undefined, 'exists (select 1 from json_each(p.tags) where value = :tag)'],
  ];
  return [base, ...given.flatMap(([isAsked, condition]) => (isAsked ? [condition] : []))];
}

function orderOf(query: ListQuery, isSearch: boolean): string {
  const sort = query.sort ?? (isSearch ? 'relevance' : undefined);
  if (sort === 'relevance' && isSearch) return `s.rank ${query.direction ?? 'asc'}, p.id ${query.direction ?? 'asc'}`;
  if (sort === undefined || sort === 'relevance') {
    const isByPublication = sort === undefined && (showsLiveOnly(query) || query.status === 'scheduled');
    const by = isByPublication
      ? 'published_at'
      : sort === undefined && query.status === 'deleted'
        ? 'deleted_at'
        : 'created_at';
    const direction = (sort && query.direction) ?? 'desc';
    return `p.${by} ${direction}, p.id ${direction}`;
  }
  const { by, isName } = byColumn[sort];
  const direction = query.direction ?? (isName ? 'asc' : 'desc');
  return `${by} ${direction}, p.id ${direction}`;
}
