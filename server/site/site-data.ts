import type { AuthorWithCount } from '#shared/contract/authors.ts';
import type { CategoryWithCount, getCategory } from '#shared/contract/categories.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { ArchiveMonth, PostPage, PostSummary } from '#shared/contract/posts.ts';
import type { TagWithCount } from '#shared/contract/tags.ts';

/** One page of a list: `total` counts the whole list, `next` is the cursor of the page after it, null at the end. */
export interface PostList {
  items: PostSummary[];
  total: number;
  next: string | null;
}

/** Which posts: `page` counts from 1 and is for links people can type; `cursor` is what an earlier answer named. */
export interface PostQuery {
  category?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  /** A year or month, "2025" or "2025-07". */
  period?: string | undefined;
  featured?: boolean | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A search hit: a post and the piece of its text that matched, `<mark>` round the words, everything else escaped. */
export type SearchHit = PostSummary & { snippet: string };

export interface SearchList {
  items: SearchHit[];
  total: number;
  next: string | null;
}

/** What every page shows beside its own data; part of the page data, constant while the server runs. */
export interface SiteInfo {
  /** Public origin without a trailing slash: "https://example.org". */
  url: string;
  name: string;
  tagline: string;
  contact: { support: string; partnerships: string; submissions: string };
  /** Measurement id; null when analytics is off. */
  analyticsId: string | null;
}

/**
 * Where the reading site's data comes from. On the server it is the services, in the browser the public API
 * (`browser/browser-data.ts`). What is missing is null; anything else that fails throws.
 */
export interface SiteData {
  categories(): Promise<CategoryWithCount[]>;
  category(slug: string): Promise<AnswerOf<typeof getCategory> | null>;
  tag(slug: string): Promise<TagWithCount | null>;
  author(slug: string): Promise<AuthorWithCount | null>;
  archive(): Promise<ArchiveMonth[]>;
  posts(query: PostQuery): Promise<PostList>;
  post(slug: string): Promise<PostPage | null>;
  relatedPosts(id: number): Promise<PostSummary[]>;
  search(query: string, page: { page?: number | undefined; cursor?: string | undefined }): Promise<SearchList>;
}

/** Posts on one page of a long list. */
export const PAGE_SIZE = 12;
