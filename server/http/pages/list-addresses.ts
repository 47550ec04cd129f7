import type { Services } from '#server/services/index.ts';
import { authorPath, categoryPath, periodPath, tagPath } from '#server/site/routes.ts';

/** The addresses of all lists of posts for readers: those of categories, years and months, authors, tags. */
export async function listAddresses(
  services: Pick<Services, 'posts' | 'categories' | 'tags' | 'authors'>,
): Promise<string[]> {
  const categories = await services.categories.withPosts();
  const months = (await services.posts.archive()).map(({ month }) => month);
  const years = new Set(months.map((month) => month.slice(0, 4)));
  return [
    ...categories.map(({ slug }) => categoryPath(slug)),
    '/archive',
    ...[...years, ...months].map(periodPath),
    ...(await services.authors.liveSlugs()).map(authorPath),
    ...(await services.tags.list('reader')).map(({ slug }) => tagPath(slug)),
  ];
}

/** The files of a feed: RSS 2.0, Atom 1.0, JSON Feed. */
export const FEED_FILES = ['rss.xml', 'atom.xml', 'feed.json'] as const;
export type FeedFile = (typeof FEED_FILES)[number];

/**
 * The names that other blog software gives its feeds, and that people try; each with and without a slash at its end.
 */
export const USUAL_FEEDS: Readonly<Record<string, FeedFile>> = {
  feed: 'rss.xml',
  rss: 'rss.xml',
  'feed.xml': 'rss.xml',
  'feed/rss2': 'rss.xml',
  'feed/atom': 'atom.xml',
};

/** The addresses of one feed in each format; `base` is the path of its list: "" for the site, "/category/travel". */
export function feedPaths(base: string): string[] {
  return FEED_FILES.map((file) => `${base}/${file}`);
}
