import type { IncomingMessage } from 'node:http';
import { isBuiltFile } from '#server/paths.ts';
import { getAuthor, listAuthors } from '#shared/contract/authors.ts';
import { getCategory, listCategories } from '#shared/contract/categories.ts';
import { sendContactMessage } from '#shared/contract/contact.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/index.ts';
import { askSubscription } from '#shared/contract/letters/subscriptions.ts';
import { getHealth, getMetrics, getOpenApi, getReadiness } from '#shared/contract/meta.ts';
import {
  countReadToEnd,
  countView,
  getArchive,
  getPost,
  listFeaturedPosts,
  listPosts,
  listRelatedPosts,
} from '#shared/contract/posts/posts.ts';
import { searchPosts } from '#shared/contract/search.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import { countPageView } from '#shared/contract/statistics.ts';
import { getTag, listTags } from '#shared/contract/tags.ts';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';

/** The calls that a reader instance answers from the published data. The writer answers all others. */
const READ_HERE: readonly Pick<Endpoint, 'name'>[] = [
  ...[listPosts, listFeaturedPosts, getArchive, getPost, listRelatedPosts, searchPosts],
  ...[listCategories, getCategory, listAuthors, getAuthor, listTags, getTag, getOpenApi],
  ...[getHealth, getReadiness, getMetrics],
];
/** The calls by which visitors leave something, which a reader instance takes for the writer. */
const TAKEN_HERE: readonly Pick<Endpoint, 'name'>[] = [
  ...[countView, countReadToEnd, countPageView, sendContactMessage, askSubscription],
];
const HERE: ReadonlySet<string> = new Set([...READ_HERE, ...TAKEN_HERE].map(({ name }) => name));

/** The addresses of the same calls as plain forms. */
const FORMS: ReadonlySet<string> = new Set(['/contact', '/subscribe']);
/**
 * The paths that only the writer can answer, with all paths below them: the admin, unpublished posts, a subscriber's
 * own pages.
 */
const OF_WRITER = ['/admin', MCP_PATH, '/shared', '/preview', '/subscription'];

/**
 * The server that answers a request: this instance (`here`); the writer (`writer`); or the writer, and this instance
 * when the writer is away (`writer-first`), for a page that is requested by somebody who may be the owner.
 */
export type Answerer = 'here' | 'writer' | 'writer-first';

/**
 * Returns which server answers a request. `hasAsset`: whether the built browser code has a file of this name below
 * /assets.
 */
export function answererOf(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  hasAsset: (name: string) => boolean,
): Answerer {
  const path = pathOf(url);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isHere(isRead ? 'GET' : method, path, hasAsset)) return 'writer';
  if (!mayBeOwner(headers)) return 'here';
  return isRead ? 'writer-first' : 'writer';
}

function isHere(method: string, path: string, hasAsset: (name: string) => boolean): boolean {
  const called = callAt(method, path);
  if (called) return HERE.has(called.name);
  if (method !== 'GET') return method === 'POST' && FORMS.has(path);
  if (path === '/api' || path.startsWith('/api/')) return false;
  if (isBuiltFile(path)) return hasAsset(path.slice('/assets/'.length));
  return !OF_WRITER.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Whether the request has a session or a program's token. Only the writer knows whether it is valid. */
function mayBeOwner({ cookie, authorization }: IncomingMessage['headers']): boolean {
  return authorization !== undefined || (cookie?.includes(`${SESSION_COOKIE}=`) ?? false);
}

/** Returns the path as the router reads it: letters that were percent-encoded without need name the same address. */
function pathOf(url: string): string {
  const [path = '/'] = url.split(/[?#]/, 1);
  try {
    return decodeURI(path).replace(/^\/+/, '/');
  } catch {
    return path;
  }
}

const CALLS = endpoints.map((endpoint) => ({ endpoint, parts: endpoint.path.split('/') }));

/** Returns the call at an address; where several fit, the one that names the address most exactly, as in the router. */
function callAt(method: string, path: string): Pick<Endpoint, 'name'> | null {
  const given = path.split('/');
  const fits = CALLS.filter(
    ({ endpoint, parts }) =>
      endpoint.method === method &&
      parts.length === given.length &&
      parts.every((part, at) => part === given[at] || (part.startsWith(':') && given[at] !== '')),
  );
  const exactness = (parts: readonly string[]) => parts.map((part) => (part.startsWith(':') ? '1' : '0')).join('');
  return fits.toSorted((a, b) => (exactness(a.parts) < exactness(b.parts) ? -1 : 1))[0]?.endpoint ?? null;
}
