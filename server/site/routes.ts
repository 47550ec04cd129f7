import type { RoutedScreen } from './page-data.ts';
import type { SearchChoices } from './site-data.ts';

/**
 * Every address of the reading site except the landing pages: no page of the site links to those. An address that
 * matches none is the not-found screen.
 */
const routes: { path: string; screen: RoutedScreen }[] = [
  { path: '/', screen: 'home' },
  { path: '/post/:slug', screen: 'post' },
  { path: '/category/:slug', screen: 'category' },
  { path: '/tag/:slug', screen: 'tag' },
  { path: '/author/:slug', screen: 'author' },
  { path: '/archive', screen: 'archive' },
  { path: '/archive/:year', screen: 'period' },
  { path: '/archive/:year/:month', screen: 'period' },
  { path: '/search', screen: 'search' },
  { path: '/follow', screen: 'follow' },
  { path: '/about', screen: 'about' },
  { path: '/privacy', screen: 'privacy' },
  { path: '/terms', screen: 'terms' },
  { path: '/contact', screen: 'contact' },
];

/** The number of a page in the path of a published list: the name of a file cannot contain a query. */
const PAGE_IN_PATH = /^(.*?)\/page\/([1-9]\d{0,5})\/*$/;

/** The pattern of each path, with its variable parts as named groups. */
const patterns = routes.map(({ path, screen }) => ({
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`),
  screen,
}));

/** A year, or a year and a month. */
const PERIOD = /^\d{4}(-(0[1-9]|1[0-2]))?$/;
/** The screens with a long list, whose pages have addresses. */
const PAGED: ReadonlySet<RoutedScreen> = new Set(['home', 'category', 'tag', 'author', 'period', 'search']);

export interface PageRequest {
  screen: RoutedScreen;
  /** The slug of a post, category, tag or author; "" on other screens. */
  slug: string;
  /** A year or month of the archive, "2025" or "2025-07"; "" on other screens. */
  period: string;
  /** The chosen category of the home page or of a search, null for all. */
  category: string | null;
  /** The order of the hits of a search. */
  order: SearchChoices['order'];
  /** Whether the search takes its text literally. */
  isExact: boolean;
  /** The search text, trimmed. */
  query: string;
  /** The page of a long list, from 1. */
  page: number;
}

const ORDERS: readonly SearchChoices['order'][] = ['relevance', 'newest', 'oldest'];

/**
 * Parses a path and query ("/search?q=tea"). An invalid page number counts as 1. The address of a page of a published
 * list ("/tag/tea/page/2") means the same as the server's own ("/tag/tea?page=2").
 */
export function parsePageUrl(url: string): PageRequest {
  const given = new URL(url, 'http://site.invalid');
  const { pathname, search } = asQueried(given.pathname, given.search);
  const searchParams = new URLSearchParams(search);
  const page = Number(searchParams.get('page'));
  const request = {
    slug: '',
    period: '',
    category: searchParams.get('category') || null,
    order: ORDERS.find((order) => order === searchParams.get('order')) ?? 'relevance',
    isExact: searchParams.get('exact') === '1',
    query: (searchParams.get('q') ?? '').trim(),
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  };
  for (const { pattern, screen } of patterns) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const { slug = '', year, month } = match.groups ?? {};
    const period = [year, month].filter((part) => part !== undefined).join('-');
    if (screen === 'period' && !PERIOD.test(period)) break;
    return { ...request, screen, slug: decode(slug), period };
  }
  return { ...request, screen: 'not-found' };
}

function asQueried(pathname: string, search: string): { pathname: string; search: string } {
  const [, before, page] = PAGE_IN_PATH.exec(pathname) ?? [];
  const list = before || '/';
  const screen = page && patterns.find(({ pattern }) => pattern.test(list))?.screen;
  if (!screen || screen === 'search' || !PAGED.has(screen)) return { pathname, search };
  return { pathname: list, search: `?page=${page}` };
}

/**
 * Decodes a part of a path. A part with an invalid escape stays as it is: nothing has such a name, so nothing will be
 * found.
 */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Returns the canonical address of a page: its path and the query parameters that it uses, in one order. The server may
 * answer an address with a tracking parameter from its page cache; both sides then agree on the page's address.
 */
export function pageUrl(pathname: string, search: string): string {
  const own = asQueried(pathname, search);
  return `${own.pathname}${pageQuery(parsePageUrl(`${pathname}${search}`))}`;
}

/**
 * Returns the address of a page of a list, under the list's own path ("/tag/tea"). `isPublished`: as the path of a
 * file, which cannot contain a query.
 */
export function listPagePath(path: string, page: number, isPublished: boolean): string {
  if (page === 1) return path;
  return isPublished ? `${path === '/' ? '' : path}/page/${page}` : `${path}?page=${page}`;
}

/** Returns the query of a page's own address, "" or "?…". */
export function pageQuery({ screen, category, query, page, ...choices }: PageRequest): string {
  const parameters = new URLSearchParams();
  if (screen === 'home' && category) parameters.set('category', category);
  if (screen === 'search' && query) {
    parameters.set('q', query);
    setChoices(parameters, { category, ...choices });
  }
  if (PAGED.has(screen) && page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text && `?${text}`;
}

export function postPath(slug: string): string {
  return `/post/${encodeURIComponent(slug)}`;
}

export function categoryPath(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`;
}

export function tagPath(slug: string): string {
  return `/tag/${encodeURIComponent(slug)}`;
}

export function authorPath(slug: string): string {
  return `/author/${encodeURIComponent(slug)}`;
}

/** Returns the path of a year ("2025") or a month ("2025-07"). */
export function periodPath(period: string): string {
  return `/archive/${period.replace('-', '/')}`;
}

export function searchPath(query: string, choices: Partial<SearchChoices> = {}): string {
  const parameters = new URLSearchParams();
  setChoices(parameters, choices);
  const others = parameters.toString();
  return `/search?q=${encodeURIComponent(query)}${others && `&${others}`}`;
}

function setChoices(parameters: URLSearchParams, { category, order, isExact }: Partial<SearchChoices>): void {
  if (category) parameters.set('category', category);
  if (order && order !== 'relevance') parameters.set('order', order);
  if (isExact) parameters.set('exact', '1');
}
