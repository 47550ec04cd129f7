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
 * The calls that the owner can read without the server, from the last good responses. Responses about posts are used
 * while the copy of the site is incomplete.
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

/** Whether the response to a GET of this address is cached, to be given again when the server cannot be reached. */
export function isCached(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}

/**
 * Calls whose response equals the next response of another call: after a sign-in, the signed-in user is not requested
 * again.
 */
const equivalents: readonly { call: Endpoint; as: Endpoint }[] = [
  ...signInCalls.map((call) => ({ call, as: getMe })),
  { call: updateCredentials, as: getMe },
];

/** Returns the address whose GET would give the same response as this write call; null for most calls. */
export function sameResponseAs(method: string, pathname: string): string | null {
  return equivalents.find(({ call }) => call.method === method && call.path === pathname)?.as.path ?? null;
}

/** Headers that are part of a response's meaning: its type, and the paging of a list. */
export const CACHED_HEADERS = ['content-type', 'link', 'x-total-count'] as const;
