import type { QueryWord } from '#shared/content/search/search-query.ts';
import { foldWord } from '#shared/content/search/search-words.ts';
import type { SearchChoices } from '../site-data.ts';
import { type PublishedPost, type PublishedPosts, type PublishedWords, partOf, WEIGHTS } from './search-files.ts';

/**
 * Returns the parts of the index that a query needs. One part is enough even for a word of one character that may be
 * the beginning of others, because such a word is never a single Latin letter or digit.
 */
export function partsFor(words: readonly QueryWord[], known: readonly string[]): string[] {
  const wanted = new Set(words.map(({ word }) => partOf(foldWord(word))));
  return known.filter((part) => wanted.has(part));
}

/** The result of a query: ids in their order. */
export type Found = number[];

/**
 * Returns the posts that hold every word of a query (the last one perhaps as the beginning of a word) in the title, the
 * tags, the excerpt or the names of category and author. The best come first: a word's weight depends on the field that
 * holds it and on how few posts have it; of equally good posts the newest comes first.
 */
export function matchPosts(
  { posts, categories }: Pick<PublishedPosts, 'posts' | 'categories'>,
  words: readonly QueryWord[],
  partsOf: (part: string) => PublishedWords,
  { category, order }: Pick<SearchChoices, 'category' | 'order'>,
): Found {
  if (words.length === 0) return [];
  let scores: Map<number, number> | null = null;
  for (const word of words) {
    const weights = weightsOf(word, partsOf);
    const rarity = Math.log(1 + posts.length / Math.max(1, weights.size));
    const before: Map<number, number> | null = scores;
    scores = new Map();
    for (const [id, weight] of weights) {
      const soFar = before === null ? 0 : before.get(id);
      if (soFar !== undefined) scores.set(id, soFar + weight * rarity);
    }
  }
  const found = scores ?? new Map<number, number>();
  const only = category === null ? null : categories.indexOf(category);
  const hits = posts.filter(([id, , of]) => found.has(id) && (only === null || of === only));
  return hits.sort(byOrder(order, found)).map(([id]) => id);
}

/** Returns the weight of a word in each post that has it. */
function weightsOf({ word, isPrefix }: QueryWord, partsOf: (part: string) => PublishedWords): Map<number, number> {
  const wanted = foldWord(word);
  const weights = new Map<number, number>();
  for (const [known, places] of Object.entries(partsOf(partOf(wanted)))) {
    if (isPrefix ? !known.startsWith(wanted) : known !== wanted) continue;
    let id = 0;
    for (let at = 0; at < places.length; at += 2) {
      id += places[at] ?? 0;
      const weight = WEIGHTS[places[at + 1] ?? 0] ?? 0;
      weights.set(id, Math.max(weights.get(id) ?? 0, weight));
    }
  }
  return weights;
}

function byOrder(order: SearchChoices['order'], scores: ReadonlyMap<number, number>) {
  const newest = (a: PublishedPost, b: PublishedPost) => b[1] - a[1] || b[0] - a[0];
  if (order === 'newest') return newest;
  if (order === 'oldest') return (a: PublishedPost, b: PublishedPost) => newest(b, a);
  return (a: PublishedPost, b: PublishedPost) => (scores.get(b[0]) ?? 0) - (scores.get(a[0]) ?? 0) || newest(a, b);
}
