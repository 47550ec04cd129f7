import { listAuthors } from '#shared/contract/authors.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { listImages } from '#shared/contract/images.ts';
import { getPost, getPostById, listPosts } from '#shared/contract/posts.ts';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { listSeries } from '#shared/contract/series.ts';
import { getMe, login, updateCredentials } from '#shared/contract/session.ts';
import { getSettings } from '#shared/contract/settings.ts';
import { listTags } from '#shared/contract/tags.ts';

/** What the owner can read without the server: the last good answers of these calls. */
const kept: readonly Endpoint[] = [
  getMe,
  listPosts,
  getPost,
  getPostById,
  listCategories,
  listAuthors,
  listSeries,
  listTags,
  listImages,
  listPromptTemplates,
  getSettings,
];
const patterns = kept.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Pictures are named by their content and never change under a name. */
const PICTURES = '/uploads/';

/** Whether the answer to a GET of this address is kept, and how: `always` the same, or the `last` one. */
export function keptAs(pathname: string): 'always' | 'last' | null {
  if (pathname.startsWith(PICTURES)) return 'always';
  return patterns.some((pattern) => pattern.test(pathname)) ? 'last' : null;
}

/** Calls that answer what another one would be answered next: who signs in is not asked for anew. */
const stands: readonly { call: Endpoint; for: Endpoint }[] = [
  { call: login, for: getMe },
  { call: updateCredentials, for: getMe },
];

/** The address whose answer a writing call gives too; null for most. */
export function standsFor(method: string, pathname: string): string | null {
  return stands.find(({ call }) => call.method === method && call.path === pathname)?.for.path ?? null;
}

/** Headers that belong to an answer's meaning: its type, and the paging of a list. */
export const KEPT_HEADERS = ['content-type', 'link', 'x-total-count'] as const;
