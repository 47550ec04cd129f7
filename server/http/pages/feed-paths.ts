/** The files of a feed: RSS 2.0, Atom 1.0, JSON Feed. */
export const FEED_FILES = ['rss.xml', 'atom.xml', 'feed.json'] as const;
export type FeedFile = (typeof FEED_FILES)[number];

/** The addresses of one feed in each format; `base` is what it is a feed of: "" for the site, "/category/travel". */
export function feedPaths(base: string): string[] {
  return FEED_FILES.map((file) => `${base}/${file}`);
}
