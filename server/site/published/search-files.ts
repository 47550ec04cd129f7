import type { ListedPost, NamedAuthor } from '../site-data.ts';

// The index a published site is searched with: files of which a search loads the few it needs. Whoever publishes writes
// them, the reader's browser reads them; both go by what stands here.

/** The folder of the files, from the site's root. */
const SEARCH_FOLDER = '/search-index';
export const POSTS_FILE = `${SEARCH_FOLDER}/posts.json`;
/** Posts in one file of those that are shown: a page of hits may lie in as many files as it has posts. */
const POSTS_A_FILE = 16;

/** Every post in a few bytes: which there are, how they are narrowed and ordered. */
export interface PublishedPosts {
  /** By id, ascending. */
  posts: PublishedPost[];
  /** Slugs, which {@link PublishedPost} names by their place. */
  categories: string[];
  /** Those whom a query may name. */
  authors: NamedAuthor[];
  /** The parts that words are in ({@link partOf}). */
  parts: string[];
}

/** Its id, when it was published (seconds since 1970), and the place of its category. */
export type PublishedPost = readonly [id: number, publishedAt: number, category: number];

/**
 * The words of one part, folded, and where each stands: pairs of a post's id, less the one before it, and the
 * {@link WEIGHTS} place of the weightiest field that has the word.
 */
export type PublishedWords = Record<string, number[]>;

/** The posts of one file by their ids, as lists show them. */
export type PublishedShown = Record<string, ListedPost>;

/** What a word counts in an excerpt, in the name of the author or category, in a tag, in the title. */
export const WEIGHTS = [1, 2, 5, 8] as const;

/**
 * The part of the index a folded word is in: the first two characters of a word that begins so, else the neighbourhood of
 * the first. All words with one beginning of two characters are in one part.
 */
export function partOf(word: string): string {
  const [first = '', second = ''] = word;
  if (!/[a-z0-9]/.test(first)) return `u${((first.codePointAt(0) ?? 0) >> 6).toString(16)}`;
  return first + (/[a-z0-9]/.test(second) ? second : '_');
}

export function wordsFile(part: string): string {
  return `${SEARCH_FOLDER}/words/${part}.json`;
}

/** The file in which a post stands as lists show it. */
export function shownFile(id: number): string {
  return `${SEARCH_FOLDER}/shown/${Math.floor(id / POSTS_A_FILE)}.json`;
}
