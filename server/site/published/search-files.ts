import type { ListedPost, NamedAuthor } from '../site-data.ts';

// The index with which a published site is searched: files, of which a search loads the few that it needs. The
// publication writes them, and the reader's browser reads them; both follow the definitions in this file.

/** The folder of the files, from the site's root. */
const SEARCH_FOLDER = '/search-index';
export const POSTS_FILE = `${SEARCH_FOLDER}/posts.json`;
/** The number of posts in one file of shown posts: a page of hits may need as many files as it has posts. */
const POSTS_A_FILE = 16;

/** Every post in a few bytes: the data by which posts are narrowed and ordered. */
export interface PublishedPosts {
  /** By id, ascending. */
  posts: PublishedPost[];
  /** Slugs, to which {@link PublishedPost} refers by index. */
  categories: string[];
  /** The authors whom a query may name. */
  authors: NamedAuthor[];
  /** The parts of the index that hold words ({@link partOf}). */
  parts: string[];
}

/** A post's id, its publication date (seconds since 1970), and the index of its category. */
export type PublishedPost = readonly [id: number, publishedAt: number, category: number];

/**
 * The folded words of one part, each with the posts that have it: pairs of a post's id, minus the id before it, and the
 * {@link WEIGHTS} index of the weightiest field that has the word.
 */
export type PublishedWords = Record<string, number[]>;

/** The posts of one file by their ids, as lists show them. */
export type PublishedShown = Record<string, ListedPost>;

/** The weight of a word in an excerpt, in the name of the author or category, in a tag, in the title. */
export const WEIGHTS = [1, 2, 5, 8] as const;

/**
 * Returns the part of the index that holds a folded word. For a word that begins with a letter a–z or a digit, it is
 * named by the first two characters; for any other, by the neighbourhood of the first character. All words with the
 * same first two characters are in one part.
 */
export function partOf(word: string): string {
  const [first = '', second = ''] = word;
  if (!/[a-z0-9]/.test(first)) return `u${((first.codePointAt(0) ?? 0) >> 6).toString(16)}`;
  return first + (/[a-z0-9]/.test(second) ? second : '_');
}

export function wordsFile(part: string): string {
  return `${SEARCH_FOLDER}/words/${part}.json`;
}

/** Returns the file that holds a post as lists show it. */
export function shownFile(id: number): string {
  return `${SEARCH_FOLDER}/shown/${Math.floor(id / POSTS_A_FILE)}.json`;
}
