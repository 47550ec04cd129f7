import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParam, pagingQuery, periodParam, queryFlag, slugParam } from '../fields.ts';
import { fromField } from '../statistics.ts';
import { post, postPage, postSummary } from './post.ts';

// The calls that read posts: those of readers, and those of the owner.

/** The columns that the owner's list can be ordered by. */
const postSort = z.enum(['relevance', 'created', 'updated', 'published', 'title', 'views', 'author', 'category']);
export type PostSort = z.output<typeof postSort>;

const postListQuery = pagingQuery.extend({
  published: queryFlag.optional(),
  featured: queryFlag.optional(),
  /** For the owner: only posts with a featured picture, or only those without. */
  pictured: queryFlag.optional(),
  category: z.string().max(300).optional(),
  tag: z.string().max(300).optional(),
  /** An author's slug. */
  author: z.string().max(300).optional(),
  /** Published in this year or month, in UTC. */
  period: periodParam.optional(),
  /** At most one post has this slug. */
  slug: z.string().max(300).optional(),
  status: z.enum(['published', 'draft', 'scheduled', 'pending', 'proposed', 'deleted']).optional(),
  /** For the owner: a search with the best matches first, which tolerates typing errors like the public search. */
  q: z.string().max(500).optional(),
  /** The order for the owner; if absent, by relevance in a search, else the newest first. */
  sort: postSort.optional(),
  /** The direction of `sort`; if absent, names ascend and everything else descends. */
  direction: z.enum(['asc', 'desc']).optional(),
});

export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/posts',
  access: 'public',
  token: 'read',
  summary:
    'Posts, newest first. Without a session only live ones, whatever the query says. X-Total-Count and Link carry the paging, X-Search-Meant the words that mistyped ones were taken for',
  query: postListQuery,
  response: z.array(postSummary),
  errors: ['rate_limited'],
});

export const listFeaturedPosts = endpoint({
  name: 'listFeaturedPosts',
  method: 'GET',
  path: '/api/posts/featured',
  access: 'public',
  token: 'read',
  summary: 'Live featured posts, newest first',
  query: pagingQuery,
  response: z.array(postSummary),
});

/** The number of live posts of a month; `month` is in UTC, "2025-07". */
const archiveMonth = z.object({ month: z.string(), posts: z.int() }).meta({ id: 'ArchiveMonth' });
export type ArchiveMonth = z.output<typeof archiveMonth>;

export const getArchive = endpoint({
  name: 'getArchive',
  method: 'GET',
  path: '/api/archive',
  access: 'public',
  token: 'read',
  summary: 'The months in which live posts were published, newest first, with their numbers of posts',
  response: z.array(archiveMonth),
});

export const getPost = endpoint({
  name: 'getPost',
  method: 'GET',
  path: '/api/posts/:slug',
  access: 'public',
  token: 'read',
  summary: 'One post; what is not live is 404 without a session',
  params: z.object({ slug: slugParam }),
  response: postPage,
  errors: ['post_not_found'],
});

export const getPostById = endpoint({
  name: 'getPostById',
  method: 'GET',
  path: '/api/posts/by-id/:id',
  token: 'read',
  summary: 'One post of the owner’s, live or not, for its form; what lies in the bin is 404',
  params: z.object({ id: idParam }),
  response: post,
  errors: ['post_not_found'],
});

export const listRelatedPosts = endpoint({
  name: 'listRelatedPosts',
  method: 'GET',
  path: '/api/posts/:id/related',
  access: 'public',
  token: 'read',
  summary: 'At most six live posts that share tags or category',
  params: z.object({ id: idParam }),
  response: z.array(postSummary),
  errors: ['post_not_found'],
});

export const countView = endpoint({
  name: 'countView',
  method: 'POST',
  path: '/api/posts/:id/view',
  access: 'public',
  fromPublished: true,
  summary: 'Counts one reading, once a reader a day',
  params: z.object({ id: idParam }),
  query: z.object({ from: fromField }),
  errors: ['post_not_found', 'rate_limited'],
});

export const countReadToEnd = endpoint({
  name: 'countReadToEnd',
  method: 'POST',
  path: '/api/posts/:id/end',
  access: 'public',
  fromPublished: true,
  summary: 'Says that a reading that was counted today has come to the end of the post; once a reader a day',
  params: z.object({ id: idParam }),
  errors: ['rate_limited'],
});
