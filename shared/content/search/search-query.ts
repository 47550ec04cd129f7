import { endsInWord, foldWord, wordsOf } from './search-words.ts';

/**
 * The most different words of a query that are searched for; further words are ignored, so that the cost of a query is
 * bounded.
 */
const MAX_WORDS = 16;
/** The number of characters of a word that are used. */
const MAX_WORD_LENGTH = 64;
/** The number of characters of a query that are used. */
const MAX_QUERY_LENGTH = 1000;

export interface QueryWord {
  word: string;
  /** Whether words that only begin like this match too: true for the last word, which may be incomplete. */
  isPrefix: boolean;
}

/**
 * Returns the words of a query in its order, each once: repeating a word finds nothing more, and would cost as much as
 * the first time. Everything else in a query (operators, quotes, brackets, NUL, half characters) only separates words;
 * so any input is a query, and none is a syntax error.
 */
export function queryWords(query: string): QueryWord[] {
  const text = query.slice(0, MAX_QUERY_LENGTH).toWellFormed().normalize('NFC');
  const words = new Map<string, QueryWord>();
  const said = wordsOf(text).map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));
  for (const [index, word] of said.entries()) {
    // A single Latin letter or digit begins so many words that it selects nothing ("vitamin c", "plan 9").
    const isPrefix = index === said.length - 1 && endsInWord(text) && !/^[a-z0-9]$/i.test(word);
    const folded = foldWord(word);
    // A prefix that equals an earlier word is skipped: a text with the whole word also contains its beginning.
    if (words.size < MAX_WORDS && !words.has(folded)) words.set(folded, { word, isPrefix });
  }
  return [...words.values()];
}

/** Returns one word for FTS5: quoted, so that it can only be a word. */
function matchTerm({ word, isPrefix }: QueryWord): string {
  return `"${word.replaceAll('"', '')}"${isPrefix ? ' *' : ''}`;
}

/** Returns the FTS5 expression for texts that contain at least one word of each list. */
export function matchAll(alternatives: readonly (readonly QueryWord[])[]): string {
  return alternatives
    .map((words) => (words.length === 1 ? words.map(matchTerm).join() : `(${words.map(matchTerm).join(' OR ')})`))
    .join(' AND ');
}

/** Returns the FTS5 expression for posts that contain every word of a query; null for a query without words. */
export function matchExpression(query: string): string | null {
  const words = queryWords(query);
  return words.length === 0 ? null : matchAll(words.map((word) => [word]));
}
