import { matchPath } from 'react-router-dom';
import type { RoutedScreen } from './page-data.ts';

/**
 * Every address of the reading site except the landing pages: no page of the site links to those. An address that
 * matches none is the not-found screen.
 */
const routes: { path: string; screen: RoutedScreen }[] = [
  { path: '/', screen: 'home' },
  { path: '/post/:slug', screen: 'post' },
  { path: '/category/:slug', screen: 'category' },
  { path: '/search', screen: 'search' },
  { path: '/about', screen: 'about' },
  { path: '/privacy', screen: 'privacy' },
  { path: '/terms', screen: 'terms' },
  { path: '/contact', screen: 'contact' },
];

export interface PageRequest {
  screen: RoutedScreen;
  /** Of a post or category; "" on other screens. */
  slug: string;
  /** Chosen category of the home page, null for all. */
  category: string | null;
  /** Search text, trimmed. */
  query: string;
  /** Page of a long list, from 1. */
  page: number;
}

/** Reads a path and query ("/search?q=tea"). What is no page number counts as 1. */
export function parsePageUrl(url: string): PageRequest {
  const { pathname, searchParams } = new URL(url, 'http://site.invalid');
  const page = Number(searchParams.get('page'));
  const request = {
    slug: '',
    category: searchParams.get('category') || null,
    query: (searchParams.get('q') ?? '').trim(),
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  };
  for (const route of routes) {
    const match = matchPath({ path: route.path, caseSensitive: true }, pathname);
    if (match) return { ...request, screen: route.screen, slug: decode(match.params.slug ?? '') };
  }
  return { ...request, screen: 'not-found' };
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
  const request = parsePageUrl(`${pathname}${search}`);
  return `${pathname}${pageQuery(request)}`;
}

/** The query of a page's own address, "" or "?…". */
export function pageQuery({ screen, category, query, page }: PageRequest): string {
  const parameters = new URLSearchParams();
  if (screen === 'home' && category) parameters.set('category', category);
  if (screen === 'search' && query) parameters.set('q', query);
  if ((screen === 'home' || screen === 'category' || screen === 'search') && page > 1) {
    parameters.set('page', String(page));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

export function postPath(slug: string): string {
  return `/post/${encodeURIComponent(slug)}`;
}

export function categoryPath(slug: string): string {
  return `/category/${encodeURIComponent(slug)}`;
}

export function searchPath(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}
