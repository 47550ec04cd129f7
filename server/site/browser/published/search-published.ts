import { isNamed } from '#shared/content/search/named-authors.ts';
import { queryWords } from '#shared/content/search/search-query.ts';
import { matchPosts, partsFor } from '../../published/match-posts.ts';
import {
  POSTS_FILE,
  type PublishedPosts,
  type PublishedShown,
  type PublishedWords,
  shownFile,
  wordsFile,
} from '../../published/search-files.ts';
import { type NamedAuthor, PAGE_SIZE, type SearchChoices, type SearchHit, type SearchList } from '../../site-data.ts';

interface Asked extends Partial<SearchChoices> {
  limit?: number;
  /** The number of the page, from 1. */
  page?: number | undefined;
  /** The number of hits that were shown already, as text. */
  cursor?: string | undefined;
}

const files = new Map<string, Promise<unknown>>();

/** Loads a file of the index, once a visit; a file that could not be loaded is asked for again. */
function load<T>(file: string): Promise<T> {
  const known = files.get(file);
  if (known) return known as Promise<T>;
  const loading = fetch(file).then((answer) => {
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    return answer.json() as Promise<T>;
  });
  files.set(file, loading);
  loading.catch(() => files.delete(file));
  return loading;
}

/**
 * Searches a published site (docs/rules.md, "Static publication"). Rejects when a file of the index cannot be loaded.
 */
export async function searchPublished(
  query: string,
  { category = null, order = 'relevance', limit = PAGE_SIZE, page = 1, cursor }: Asked = {},
): Promise<SearchList> {
  const words = queryWords(query);
  const posts = await load<PublishedPosts>(POSTS_FILE);
  const parts = await Promise.all(
    partsFor(words, posts.parts).map(async (part) => [part, await load<PublishedWords>(wordsFile(part))] as const),
  );
  const loaded = new Map(parts);
  const found = matchPosts(posts, words, (part) => loaded.get(part) ?? {}, { category, order });
  const start = cursor === undefined ? (page - 1) * limit : Number(cursor);
  const ids = found.slice(start, start + limit);
  const shown = await Promise.all(
    ids.map(async (id): Promise<SearchHit[]> => {
      const post = (await load<PublishedShown>(shownFile(id)))[id];
      return post ? [{ ...post, snippet: '', markedTitle: '', meant: null }] : [];
    }),
  );
  const end = start + ids.length;
  return { items: shown.flat(), total: found.length, next: end < found.length ? String(end) : null };
}

/** Returns the authors whom a query names. */
export async function publishedAuthors(query: string): Promise<NamedAuthor[]> {
  const words = queryWords(query);
  const { authors } = await load<PublishedPosts>(POSTS_FILE);
  return authors.filter(({ name }) => isNamed(name, words));
}
