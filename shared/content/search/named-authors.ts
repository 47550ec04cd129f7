import type { QueryWord } from './search-query.ts';
import { foldWord, wordsOf } from './search-words.ts';

/** A shorter beginning fits too many names to mean one of them. */
const MIN_LENGTH_OF_BEGINNING = 3;

/**
 * Whether a name contains every word of a query, the last one possibly as a beginning. False for a query without words.
 */
export function isNamed(name: string, words: readonly QueryWord[]): boolean {
  const parts = wordsOf(name).map(foldWord);
  return words.length > 0 && words.every((wanted) => parts.some((part) => isWord(part, wanted)));
}

function isWord(part: string, { word, isPrefix }: QueryWord): boolean {
  const folded = foldWord(word);
  const isBeginning = isPrefix && Array.from(folded).length >= MIN_LENGTH_OF_BEGINNING;
  return isBeginning ? part.startsWith(folded) : part === folded;
}
