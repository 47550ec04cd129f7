import { z } from 'zod';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { statisticsTool } from './statistics-tool.ts';
import { asData, type Tool, type ToolContext, tool } from './tool.ts';

/** The most characters of a post's text in one answer. */
const PART = 40_000;

/** The most characters of an excerpt in a list. */
const MOST_EXCERPT = 300;

const limit = z.int().min(1).max(50).default(20).describe('Posts in one answer');
const page = z.int().min(1).max(10_000).default(1).describe('Which page of the list, from 1');

type Query = Parameters<ToolContext['services']['posts']['listForOwner']>[0];

async function listed({ services, siteUrl, now }: ToolContext, query: Query, among?: readonly number[]) {
  const { items, total } = await services.posts.listForOwner(query, among);
  return { total, page: query.page ?? 1, posts: items.map((post) => toldPost(post, siteUrl, now)) };
}

/** A post of a list as an agent is told about it. */
function toldPost(post: PostSummary, siteUrl: string, now: number) {
  const { id, version, slug, title, excerpt, publishedAt, createdAt, updatedAt, views, category, author } = post;
  const isLive = post.published && publishedAt !== null && Date.parse(publishedAt) <= now;
  return {
    ...{ id, version, slug, title },
    state: isLive ? 'live' : post.published ? 'scheduled' : 'draft',
    url: isLive ? `${siteUrl}/post/${encodeURIComponent(slug)}` : null,
    excerpt: excerpt.slice(0, MOST_EXCERPT),
    ...{ publishedAt, createdAt, updatedAt, views },
    category: { slug: category.slug, name: category.name },
    author: { slug: author.slug, name: author.name },
    tags: post.tags,
    ...(post.pending && { pendingChange: true }),
    ...(post.proposed && { proposed: { by: post.proposed.name, state: post.proposed.state } }),
  };
}

/**
 * The tools by which an agent can read: as much as the calls of the API with the same token, and no messages of
 * readers.
 */
export const readTools: readonly Tool[] = [
  tool({
    name: 'search_posts',
    title: 'Search posts',
    description: 'Finds posts by words, live ones and drafts, the best match first. Typing errors are forgiven.',
    scope: 'read',
    input: z.object({ query: z.string().min(1).max(500).describe('Words to look for'), limit, page }),
    async run({ query, ...paging }, context) {
      const { ids, meant } = await context.services.search.rank(query);
      return asData({ ...(meant !== null && { searchedFor: meant }), ...(await listed(context, paging, ids)) });
    },
  }),
  tool({
    name: 'list_posts',
    title: 'List posts',
    description: 'Lists posts, the newest first: all of them, or those of a state, a category, a tag or an author.',
    scope: 'read',
    input: z.object({
      status: z.enum(['published', 'draft', 'scheduled', 'pending', 'proposed']).optional(),
      pictured: z.boolean().optional().describe('With a featured picture, or without'),
      category: z.string().max(300).optional().describe('A category’s slug'),
      tag: z.string().max(300).optional().describe('A tag’s slug'),
      author: z.string().max(300).optional().describe('An author’s slug'),
      ...{ limit, page },
    }),
    run: async (query, context) => asData(await listed(context, query)),
  }),
  tool({
    name: 'read_post',
    title: 'Read a post',
    description:
      'Gives one post, live or not, by its id or its slug: its fields, and its text as Markdown. A long text comes in parts; ask for the next with `offset`.',
    scope: 'read',
    input: z.object({
      id: z.int().min(1).optional(),
      slug: z.string().min(1).max(300).optional(),
      offset: z.int().min(0).max(10_000_000).default(0).describe('Where in the text to begin, in characters'),
    }),
    async run({ id, slug, offset }, { services, siteUrl, now }) {
      const found = id === undefined && slug !== undefined ? await services.posts.page(slug, 'owner') : null;
      if (id === undefined && !found) throw new AppError('post_not_found');
      const post = await services.postAdmin.get(id ?? found?.id ?? 0);
      // The answer has the names of category and author instead of their ids, and says by the state whether readers see
      // the post.
      const { content, provenance, categoryId, authorId, published, ...fields } = fieldsOfPost(post);
      const end = offset + PART;
      const part = { characters: content.length, offset, nextOffset: end < content.length ? end : null };
      return asData({ ...toldPost(post, siteUrl, now), ...fields, text: part }, content.slice(offset, end));
    },
  }),
  tool({
    name: 'list_categories',
    title: 'List categories',
    description: 'Lists the categories of the site, each with the number of its live posts.',
    scope: 'read',
    input: z.object({}),
    run: async (_, { services }) => asData(await services.categories.list()),
  }),
  tool({
    name: 'list_tags',
    title: 'List tags',
    description: 'Lists the tags of the site, at most 1,000.',
    scope: 'read',
    input: z.object({}),
    run: async (_, { services }) => asData((await services.tags.list('owner')).slice(0, 1000)),
  }),
  tool({
    name: 'list_authors',
    title: 'List authors',
    description: 'Lists the authors of the site, by name and slug.',
    scope: 'read',
    input: z.object({}),
    run: async (_, { services }) =>
      asData((await services.authors.list('reader')).map(({ id, slug, name }) => ({ id, slug, name }))),
  }),
  tool({
    name: 'get_codex',
    title: 'Read a codex',
    description:
      'Gives what the owner has set down for a category: voice, audience, facts, words to use and to avoid, claims nobody may make. Read it before you propose something.',
    scope: 'read',
    input: z.object({ category: z.string().min(1).max(300).describe('The category’s slug') }),
    async run({ category }, { services }) {
      const found = await services.categories.find(category);
      if (!found) throw new AppError('category_not_found');
      return asData((await services.codices.codexOf(found.id)).text);
    },
  }),
  statisticsTool,
  tool({
    name: 'list_proposals',
    title: 'List your proposals',
    description: 'Lists what was proposed with this token, and whether the owner has decided on it.',
    scope: 'read',
    input: z.object({}),
    run: async (_, { services, holder }) => asData(await services.proposals.list(holder)),
  }),
];
