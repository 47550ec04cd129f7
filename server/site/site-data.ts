import type { ListPage } from '#shared/api-client/parse-paging.ts';
import type { Author, AuthorWithCount } from '#shared/contract/authors.ts';
import type { Category, getCategory } from '#shared/contract/categories.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { PostPage, PostSummary } from '#shared/contract/posts/post.ts';
import type { ArchiveMonth } from '#shared/contract/posts/posts.ts';
import type { SearchHit as ApiHit, SearchOrder } from '#shared/contract/search.ts';
import type { TagWithCount } from '#shared/contract/tags.ts';

/** The fields of a category that are needed where it is named. */
export type CategoryLook = Omit<Category, 'description'>;

/** A post as lists show it, without any other field: the page contains it, and would change with every field. */
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

/**
 * Selects posts: `page` counts from 1 and is for addresses that people can type; `cursor` comes from an earlier answer.
 */
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

/** A search hit: a post and the parts of it that matched, as the API gives it. */
export type SearchHit = ListedPost & Pick<ApiHit, 'snippet' | 'markedTitle' | 'meant'>;

export type SearchList = ListPage<SearchHit>;

/** The filter and the order of a search. */
export interface SearchChoices {
  /** The slug of the only category that is searched, null for all. */
  category: string | null;
  order: SearchOrder;
  /** Whether the text is taken literally, with no correction of typing errors. */
  isExact: boolean;
}

/** An author whom a search names. */
export type NamedAuthor = Pick<Author, 'id' | 'name' | 'slug' | 'avatar'>;

/** The data that every page shows in addition to its own; part of the page data, constant while the server runs. */
export interface SiteInfo {
  /** The public origin without a trailing slash: "https://example.org". */
  url: string;
  name: string;
  tagline: string;
  contact: { support: string; partnerships: string; submissions: string };
  /** Whether readers can follow by e-mail: true when a mail server is configured. */
  hasLetters: boolean;
  /** The measurement id; null when analytics is off. */
  analyticsId: string | null;
  /**
   * The origin of the server that receives what readers send, on pages that are published as files. Absent on pages
   * that a server answers, because that server receives it itself.
   */
  writer?: string;
}

/**
 * The source of the reading site's data: on the server the services, in the browser the public API
 * (`browser/browser-data.ts`). Something missing is null; any other failure throws.
 */
export interface SiteData {
  /** All categories, in their order. */
  categories(): Promise<CategoryLook[]>;
  /** Those with a live post. */
  categoriesWithPosts(): Promise<CategoryLook[]>;
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
  /** Returns the few authors of live posts whom a search text names. */
  authorsNamed(query: string): Promise<NamedAuthor[]>;
}

/** The number of posts on one page of a long list. */
export const PAGE_SIZE = 12;
