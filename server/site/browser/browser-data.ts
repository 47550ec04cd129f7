import { parsePaging } from '#shared/api-client/paging.ts';
import type { AuthorWithCount } from '#shared/contract/authors.ts';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import type { ArchiveMonth, PostPage, PostSummary } from '#shared/contract/posts.ts';
import type { TagWithCount } from '#shared/contract/tags.ts';
import type { PostList, SearchHit, SiteData } from '../site-data.ts';

/** An answer that was not OK: the message is "<status>: <body>", or the status text where the body is empty. */
export class ResponseError extends Error {
  readonly status: number;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ResponseError';
    this.status = status;
  }
}

/** The site's data over the public API, with cookies and without retries. `origin` is "" in a page. */
export function createBrowserData(origin = ''): SiteData {
  async function get(path: string): Promise<Response> {
    const response = await fetch(`${origin}${path}`, { credentials: 'include' });
    if (!response.ok) throw new ResponseError(response.status, await response.text(), response.statusText);
    return response;
  }

  async function getJson<T>(path: string): Promise<T> {
    return (await get(path)).json();
  }

  async function getList<T extends PostSummary>(
    path: string,
  ): Promise<{ items: T[]; total: number; next: string | null }> {
    const response = await get(path);
    const items: T[] = await response.json();
    const { total, next } = parsePaging(response.headers);
    return { items, total: total ?? items.length, next };
  }

  async function orNull<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ResponseError && error.status === 404) return null;
      throw error;
    }
  }

  return {
    categories: () => getJson<CategoryWithCount[]>('/api/categories'),
    category: (slug) => orNull(getJson<CategoryWithCount>(`/api/categories/${encodeURIComponent(slug)}`)),
    tag: (slug) => orNull(getJson<TagWithCount>(`/api/tags/${encodeURIComponent(slug)}`)),
    author: (slug) => orNull(getJson<AuthorWithCount>(`/api/authors/${encodeURIComponent(slug)}`)),
    archive: () => getJson<ArchiveMonth[]>('/api/archive'),
    posts: ({ category, tag, author, period, featured, page, cursor, limit }): Promise<PostList> =>
      getList(
        `/api/posts${toQuery([
          ...(featured ? [['featured', 'true'] as const] : []),
          ['published', 'true'],
          ...(featured === false ? [['featured', 'false'] as const] : []),
          ['category', category],
          ['tag', tag],
          ['author', author],
          ['period', period],
          ['limit', limit],
          ['page', page === 1 ? undefined : page],
          ['cursor', cursor],
        ])}`,
      ),
    post: (slug) => orNull(getJson<PostPage>(`/api/posts/${encodeURIComponent(slug)}`)),
    relatedPosts: (id) => getJson<PostSummary[]>(`/api/posts/${id}/related`),
    search: (query, { page, cursor }) =>
      getList<SearchHit>(
        `/api/search${toQuery([
          ['q', query],
          ['page', page === 1 ? undefined : page],
          ['cursor', cursor],
        ])}`,
      ),
  };
}

function toQuery(parameters: (readonly [name: string, value: string | number | undefined])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of parameters) if (value !== undefined) query.append(name, String(value));
  return `?${query}`;
}
