import { signInCalls } from '#shared/contract/auth/sign-in-steps.ts';
import { listAuthors } from '#shared/contract/authors.ts';
import { getCalendar, getQueue } from '#shared/contract/calendar.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { listImages } from '#shared/contract/images.ts';
import { getPendingChange } from '#shared/contract/posts/pending.ts';
import { getPost, getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { listSeries } from '#shared/contract/series.ts';
import { getMe, updateCredentials } from '#shared/contract/session.ts';
import { getSettings } from '#shared/contract/settings.ts';
import { listTags } from '#shared/contract/tags.ts';

/**
 * What the owner can read without the server: the last good responses to these calls. Those of posts count while the copy
 * of the site does not have all of it.
 */
const cached: readonly Endpoint[] = [
  getMe,
  listPosts,
  getPost,
  getPostById,
  getPendingChange,
  getCalendar,
  getQueue,
  listCategories,
  listAuthors,
  listSeries,
  listTags,
  listImages,
  listPromptTemplates,
  getSettings,
];
const patterns = cached.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

/** Whether the response to a GET of this address is kept, to be given again when the server is not reached. */
export function isCached(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}

/** Calls whose response is what another call would get next: who signs in is not asked for anew. */
const equivalents: readonly { call: Endpoint; as: Endpoint }[] = [
  ...signInCalls.map((call) => ({ call, as: getMe })),
  { call: updateCredentials, as: getMe },
];

/** The address that a GET of would give the same response as this writing call; null for most calls. */
export function sameResponseAs(method: string, pathname: string): string | null {
  return equivalents.find(({ call }) => call.method === method && call.path === pathname)?.as.path ?? null;
}

/** Headers that belong to a response's meaning: its type, and the paging of a list. */
export const CACHED_HEADERS = ['content-type', 'link', 'x-total-count'] as const;
