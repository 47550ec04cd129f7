import type { ApiClient } from '#shared/api-client/client.ts';
import { createExchangeApi } from '#shared/api-client/exchange-api.ts';
import { getAiUsage } from '#shared/contract/ai.ts';
import { listAuthors } from '#shared/contract/authors.ts';
import { listCategories } from '#shared/contract/categories.ts';
import { listContactMessages } from '#shared/contract/contact.ts';
import { listImages } from '#shared/contract/images.ts';
import { getMeta } from '#shared/contract/meta.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { listPostRevisions } from '#shared/contract/posts/post-revisions.ts';
import { getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { listSessions } from '#shared/contract/session.ts';
import { getSettings } from '#shared/contract/settings.ts';
import { listTags } from '#shared/contract/tags.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { createExchange } from '#shared/workspace/exchange/exchange.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { readWorkspace } from './read-workspace.ts';

const STATUSES = ['published', 'scheduled', 'draft', 'deleted'] as const;

/** Reads everything that a site contains, as its owner gets it. */
export async function readSite(client: ApiClient) {
  const lists = await Promise.all(
    STATUSES.map(async (status) => ({
      status,
      posts: await client.call(listPosts, { query: { status, limit: 100 } }),
    })),
  );
  const posts = lists.flatMap(({ status, posts: listed }) => listed.map((post) => ({ status, post })));
  const workspace = await readServersWorkspace(client);
  return {
    siteId: (await client.call(getMeta)).siteId,
    settings: await client.call(getSettings),
    posts: await Promise.all(
      posts.map(async ({ status, post }) => ({
        status,
        ...plainPost(post),
        ...(await textsOf(client, status, post.id)),
      })),
    ),
    categories: await client.call(listCategories),
    tags: await client.call(listTags),
    authors: await client.call(listAuthors),
    images: (await client.call(listImages)).map(({ id, filename, size, metadata, usedBy }) => {
      return { id, filename, size, metadata, usedBy };
    }),
    messages: await client.call(listContactMessages),
    prompts: (await client.call(listPromptTemplates)).map(({ title, prompt, isDefault }) => ({
      title,
      prompt,
      isDefault,
    })),
    sessions: (await client.call(listSessions)).map(({ userAgent, via, createdAt }) => ({ userAgent, via, createdAt })),
    costs: await Promise.all(
      workspace.runs.map(async (run) => {
        const { calls, promptTokens, completionTokens, costUsd } = await client.call(getAiUsage, {
          query: { runId: run?.id },
        });
        return { run: run?.id, calls, promptTokens, completionTokens, costUsd };
      }),
    ),
    workspace,
  };
}

/** Returns the parts of a post that its owner wrote or decided; what is derived from them may be made again. */
function plainPost(post: PostSummary) {
  const { id, slug, title, excerpt, featuredImage, featured, publishedAt, createdAt, updatedAt, deletedAt } = post;
  const { version, readTime, views, metaTitle, metaDescription, productApp, productAppUrl, tags } = post;
  const times = { publishedAt, createdAt, updatedAt, deletedAt };
  const words = { title, excerpt, metaTitle, metaDescription, productApp, productAppUrl };
  const filed = { category: post.category.slug, author: post.author.name, tags };
  return { id, slug, version, ...words, featuredImage, featured, readTime, views, ...filed, ...times };
}

async function textsOf(client: ApiClient, status: (typeof STATUSES)[number], id: number) {
  if (status === 'deleted') return { content: null, revisions: [] };
  const { content } = await client.call(getPostById, { params: { id } });
  return { content, revisions: await client.call(listPostRevisions, { params: { id } }) };
}

/** Reads the workspace as a new device gets it. */
async function readServersWorkspace(client: ApiClient) {
  const store = createMemoryStore();
  const exchange = createExchange({
    store,
    api: createExchangeApi(client),
    clock: { now: () => 0 },
    timers: { after: () => () => undefined },
    random: () => 0,
    uniqueId,
  });
  await exchange.start();
  await exchange.syncNow();
  await exchange.stop();
  return readWorkspace(store);
}
