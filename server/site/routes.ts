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

/** The number of a page in the path of a published list, which no query can name a file of. */
const PAGE_IN_PATH = /^(.*?)\/page\/([1-9]\d{0,5})\/*$/;

/** What matches each path, with the parts that stand for something under their names. */
const patterns = routes.map(({ path, screen }) => ({
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`),
  screen,
}));

/** A year, or a year and a month. */
const PERIOD = /^\d{4}(-(0[1-9]|1[0-2]))?$/;
/** Screens with a long list, of which an address can name a page. */
const PAGED: ReadonlySet<RoutedScreen> = new Set(['home', 'category', 'tag', 'author', 'period', 'search']);

export interface PageRequest {
  screen: RoutedScreen;
  /** Of a post, category, tag or author; "" on other screens. */
  slug: string;
  /** A year or month of the archive, "2025" or "2025-07"; "" on other screens. */
  period: string;
  /** Chosen category of the home page or of a search, null for all. */
  category: string | null;
  /** Of the hits of a search. */
  order: SearchChoices['order'];
  /** The search takes its text at its word. */
  isExact: boolean;
  /** Search text, trimmed. */
  query: string;
  /** Page of a long list, from 1. */
  page: number;
}

const ORDERS: readonly SearchChoices['order'][] = ['relevance', 'newest', 'oldest'];

/**
 * Reads a path and query ("/search?q=tea"). What is no page number counts as 1. The address a published page of a list has
 * ("/tag/tea/page/2") means what the server's own means ("/tag/tea?page=2").
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

/** What is no valid escape stays as it is: nothing is called that, so nothing will be found. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * The address a page goes by: its path and the query parameters that mean something to it, in one order. The server may
 * answer an address with a tracking parameter from its store of pages; both sides then agree on what the page is called.
 */
export function pageUrl(pathname: string, search: string): string {
  const own = asQueried(pathname, search);
  return `${own.pathname}${pageQuery(parsePageUrl(`${pathname}${search}`))}`;
}

/**
 * The address of a page of a list, under the list's own path ("/tag/tea"). `isPublished`: as a file has it, in whose address
 * no query can stand.
 */
export function listPagePath(path: string, page: number, isPublished: boolean): string {
  if (page === 1) return path;
  return isPublished ? `${path === '/' ? '' : path}/page/${page}` : `${path}?page=${page}`;
}

/** The query of a page's own address, "" or "?…". */
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

/** Of a year ("2025") or a month ("2025-07"). */
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
