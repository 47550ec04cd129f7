import type { LightEndpoint, Parser } from '#shared/api-client/caller.ts';
import type { Author } from '#shared/contract/authors.ts';
import type { Category, CategoryWithCount, getCategory, listCategories } from '#shared/contract/categories.ts';
import type { sendContactMessage } from '#shared/contract/contact.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type {
  countView,
  getPost,
  listPosts,
  listRelatedPosts,
  Post,
  PostPage,
  PostSummary,
} from '#shared/contract/posts.ts';
import type { SearchHit, searchPosts } from '#shared/contract/search.ts';
import type { Tag } from '#shared/contract/tags.ts';

// The calls a reader's page makes. Only types come from the contract: its schemas would bring zod to every reader.
// The types hold each check to its schema: what lacks a field, or takes it for something else, does not compile.

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

const categoryFields: Fields<Category> = {
  id: number,
  slug: text,
  name: text,
  description: text,
  color: text,
  icon: text,
};
const category = record<CategoryWithCount>({ ...categoryFields, postCount: number });

const summaryFields: Fields<PostSummary> = {
  id: number,
  slug: text,
  title: text,
  excerpt: text,
  featuredImage: orNull(text),
  image: orNull(record({ width: number, height: number, srcset: text })),
  featured: flag,
  published: flag,
  publishedAt: orNull(text),
  createdAt: text,
  updatedAt: text,
  deletedAt: orNull(text),
  version: number,
  readTime: number,
  views: number,
  metaTitle: orNull(text),
  metaDescription: orNull(text),
  productApp: orNull(text),
  productAppUrl: orNull(text),
  tags: listOf(text),
  tagList: listOf(record<Tag>({ id: number, name: text, slug: text })),
  category: record(categoryFields),
  author: record<Author>({ id: number, name: text, bio: text, avatar: orNull(text) }),
};
const postFields: Fields<Post> = { ...summaryFields, subtitle: orNull(text), content: text, html: text };
const neighbour = orNull(record({ slug: text, title: text }));

function parser<T>(check: Check<T>): Parser<T> {
  return {
    parse(value) {
      if (!check(value)) throw new TypeError('Fields are missing or of another kind');
      return value;
    },
  };
}

function get<E extends Endpoint>(
  name: E['name'],
  path: E['path'],
  response: LightEndpoint<E>['response'],
): LightEndpoint<E> {
  return { name, method: 'GET', path, access: 'public', response };
}

function post<E extends Endpoint>(name: E['name'], path: E['path']): LightEndpoint<E> {
  return { name, method: 'POST', path, access: 'public', response: undefined };
}

/** The contract's calls as a reader's page makes them, each under its name. */
export const readersCalls = {
  listCategories: get<typeof listCategories>('listCategories', '/api/categories', parser(listOf(category))),
  getCategory: get<typeof getCategory>('getCategory', '/api/categories/:slug', parser(category)),
  listPosts: get<typeof listPosts>('listPosts', '/api/posts', parser(listOf(record(summaryFields)))),
  getPost: get<typeof getPost>(
    'getPost',
    '/api/posts/:slug',
    parser(record<PostPage>({ ...postFields, previous: neighbour, next: neighbour })),
  ),
  listRelatedPosts: get<typeof listRelatedPosts>(
    'listRelatedPosts',
    '/api/posts/:id/related',
    parser(listOf(record(summaryFields))),
  ),
  searchPosts: get<typeof searchPosts>(
    'searchPosts',
    '/api/search',
    parser(listOf(record<SearchHit>({ ...summaryFields, snippet: text }))),
  ),
  countView: post<typeof countView>('countView', '/api/posts/:id/view'),
  sendContactMessage: post<typeof sendContactMessage>('sendContactMessage', '/api/contact'),
};
