import type { LightEndpoint, Parser } from '#shared/api-client/caller.ts';
import type { AuthorWithCount, getAuthor, listAuthors } from '#shared/contract/authors.ts';
import type { CategoryWithCount, getCategory, listCategories } from '#shared/contract/categories.ts';
import type { sendContactMessage } from '#shared/contract/contact.ts';
import type { AnswerOf, Endpoint } from '#shared/contract/endpoint.ts';
import type { ArchiveMonth, getArchive, getPost, listPosts, listRelatedPosts } from '#shared/contract/posts/posts.ts';
import type { searchPosts } from '#shared/contract/search.ts';
import type { getTag, Tag, TagWithCount } from '#shared/contract/tags.ts';
import type { CategoryLook, ListedPost, NamedAuthor, SearchHit, ShownPost } from '../site-data.ts';

// The calls that a reader's page makes. Only types come from the contract: its schemas would make every reader load
// zod. The types compare each check with the fields of an answer that are shown: a check that lacks a field, or gives
// it another type, does not compile.

type Check<T> = (value: unknown) => value is T;
/** A check for each field of a record. */
type Fields<T> = { [Name in keyof T]-?: Check<T[Name]> };

const text = (value: unknown): value is string => typeof value === 'string';
const number = (value: unknown): value is number => typeof value === 'number';
const flag = (value: unknown): value is boolean => typeof value === 'boolean';
const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);
/** A plain text of a post. A server older than this field does not send it: then it is empty. */
const plainText = (value: unknown): value is string | null => (value ?? null) === null || text(value);
const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check);
const record =
  <T>(fields: Fields<T>): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const lookFields: Fields<CategoryLook> = { id: number, slug: text, name: text, color: text, icon: text };
const categoryFields: Fields<CategoryWithCount> = { ...lookFields, description: text, postCount: number };
const listedFields: Fields<ListedPost> = {
  id: number,
  slug: text,
  title: text,
  excerpt: text,
  featuredImage: orNull(text),
  featuredImageAlt: plainText,
  featuredImageFocus: plainText,
  image: orNull(record({ width: number, height: number, srcset: text })),
  readTime: number,
  publishedAt: orNull(text),
  category: record(lookFields),
  author: record({ name: text }),
};
const tagFields: Fields<Tag> = { id: number, name: text, slug: text };
const authorFields: Fields<ShownPost['author']> = {
  id: number,
  name: text,
  // A server older than authors' slugs does not send one.
  slug: (value): value is string => value === undefined || text(value),
  bio: text,
  avatar: orNull(text),
};
const neighbourFields = { id: number, slug: text, title: text };
const neighbour = orNull(record(neighbourFields));
const shownFields: Fields<ShownPost> = {
  ...listedFields,
  published: flag,
  createdAt: text,
  updatedAt: text,
  views: number,
  subtitle: plainText,
  metaTitle: plainText,
  metaDescription: plainText,
  productApp: plainText,
  productAppUrl: plainText,
  tags: listOf(text),
  tagList: listOf(record(tagFields)),
  category: record({ ...lookFields, description: text }),
  author: record(authorFields),
  html: text,
  previous: neighbour,
  next: neighbour,
  contentUpdatedAt: plainText,
  seriesName: plainText,
  // No page reads this number, and a server older than the field does not send it.
  seriesNumber: (value): value is number => value === undefined || number(value),
  series: orNull(
    record({
      name: text,
      part: number,
      total: number,
      parts: listOf(record({ ...neighbourFields, part: number })),
    }),
  ),
  modelWords: (value): value is ShownPost['modelWords'] => value === undefined || text(value),
  contents: orNull(record({ sections: listOf(record({ id: text, title: text })), total: number })),
};

function parser<T>(check: Check<T>): Parser<T> {
  return {
    parse(value) {
      if (!check(value)) throw new TypeError('Fields are missing or of another kind');
      return value;
    },
  };
}

/** A call without a body. Its answer holds at least what `response` reads. */
function get<E extends Endpoint, Answer>(
  name: E['name'],
  path: E['path'],
  response: AnswerOf<E> extends Answer ? Parser<Answer> : never,
): LightEndpoint<E, Answer> {
  return { name, method: 'GET', path, access: 'public', response };
}

/** A call whose answer has no body. */
function post<E extends Endpoint>(name: E['name'], path: E['path']): LightEndpoint<E, undefined> {
  return { name, method: 'POST', path, access: 'public', response: undefined };
}

const category = record(categoryFields);
const posts = parser(listOf(record(listedFields)));

/** The calls of the contract that a reader's page makes, each under its name. */
export const readersCalls = {
  listCategories: get<typeof listCategories, CategoryWithCount[]>(
    'listCategories',
    '/api/categories',
    parser(listOf(category)),
  ),
  getCategory: get<typeof getCategory, CategoryWithCount>('getCategory', '/api/categories/:slug', parser(category)),
  getTag: get<typeof getTag, TagWithCount>(
    'getTag',
    '/api/tags/:slug',
    parser(record({ ...tagFields, postCount: number })),
  ),
  getAuthor: get<typeof getAuthor, AuthorWithCount>(
    'getAuthor',
    '/api/authors/:slug',
    parser(record({ ...authorFields, postCount: number })),
  ),
  listAuthors: get<typeof listAuthors, NamedAuthor[]>(
    'listAuthors',
    '/api/authors',
    parser(listOf(record<NamedAuthor>({ id: number, name: text, slug: authorFields.slug, avatar: orNull(text) }))),
  ),
  getArchive: get<typeof getArchive, ArchiveMonth[]>(
    'getArchive',
    '/api/archive',
    parser(listOf(record({ month: text, posts: number }))),
  ),
  listPosts: get<typeof listPosts, ListedPost[]>('listPosts', '/api/posts', posts),
  getPost: get<typeof getPost, ShownPost>('getPost', '/api/posts/:slug', parser(record(shownFields))),
  listRelatedPosts: get<typeof listRelatedPosts, ListedPost[]>('listRelatedPosts', '/api/posts/:id/related', posts),
  searchPosts: get<typeof searchPosts, SearchHit[]>(
    'searchPosts',
    '/api/search',
    parser(
      listOf(
        record<SearchHit>({
          ...listedFields,
          snippet: text,
          // A server older than this field does not send it.
          markedTitle: (value): value is string => value === undefined || text(value),
          meant: plainText,
        }),
      ),
    ),
  ),
  sendContactMessage: post<typeof sendContactMessage>('sendContactMessage', '/api/contact'),
};
