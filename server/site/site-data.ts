import type { ListPage } from '#shared/api-client/parse-paging.ts';
import type { Author, AuthorWithCount } from '#shared/contract/authors.ts';
import type { Category, CategoryWithCount, getCategory } from '#shared/contract/categories.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { PostPage, PostSummary } from '#shared/contract/posts/post.ts';
import type { ArchiveMonth } from '#shared/contract/posts/posts.ts';
import type { SearchHit as ApiHit, SearchOrder } from '#shared/contract/search.ts';
import type { TagWithCount } from '#shared/contract/tags.ts';

/** How a category looks where it is named. */
export type CategoryLook = Omit<Category, 'description'>;

/** A post as lists show it, and nothing they do not: it travels in the page, whose bytes would change with it. */
export type ListedPost = Pick<
  PostSummary,
  | 'id'
  | 'slug'
  | 'title'
  | 'excerpt'
  | 'featuredImage'
  | 'featuredImageAlt'
  | 'featuredImageFocus'
  | 'image'
  | 'readTime'
  | 'publishedAt'
> & { category: CategoryLook; author: Pick<PostSummary['author'], 'name'> };

/** A post as its page shows it. */
export type ShownPost = Omit<
  PostPage,
  'content' | 'version' | 'deletedAt' | 'featured' | 'pending' | 'proposed' | 'provenance'
>;

export type PostList = ListPage<ListedPost>;

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

/** A search hit: a post and what of it matched, as the API gives it. */
export type SearchHit = ListedPost & Pick<ApiHit, 'snippet' | 'markedTitle' | 'meant'>;

export type SearchList = ListPage<SearchHit>;

/** How a search is narrowed and ordered. */
export interface SearchChoices {
  /** Slug of the only category that is looked in, null for all. */
  category: string | null;
  order: SearchOrder;
  /** The text is taken at its word: no typing error is forgiven. */
  isExact: boolean;
}

/** An author whom a search names. */
export type NamedAuthor = Pick<Author, 'id' | 'name' | 'slug' | 'avatar'>;

/** What every page shows beside its own data; part of the page data, constant while the server runs. */
export interface SiteInfo {
  /** Public origin without a trailing slash: "https://example.org". */
  url: string;
  name: string;
  tagline: string;
  contact: { support: string; partnerships: string; submissions: string };
  /** Whether readers can follow by e-mail: a mail server is set. */
  hasLetters: boolean;
  /** Measurement id; null when analytics is off. */
  analyticsId: string | null;
  /**
   * Origin of the server that takes what readers send, on pages that are published as files; absent on those a server
   * answers, which takes it itself.
   */
  writer?: string;
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
  post(slug: string): Promise<ShownPost | null>;
  relatedPosts(id: number): Promise<ListedPost[]>;
  search(
    query: string,
    request: Partial<SearchChoices> & { page?: number | undefined; cursor?: string | undefined },
  ): Promise<SearchList>;
  /** The authors of live posts whom a search text names, a few. */
  authorsNamed(query: string): Promise<NamedAuthor[]>;
}

/** Posts on one page of a long list. */
export const PAGE_SIZE = 12;
