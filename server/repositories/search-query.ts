import { endsInWord, wordsOf } from '#server/db/search-words.ts';

/** Words of a query that are looked for; what follows is ignored, so that no query costs without bound. */
const MAX_WORDS = 16;
/** Characters of a word that are looked at. */
const MAX_WORD_LENGTH = 64;
/** Characters of a query that are looked at. */
const MAX_QUERY_LENGTH = 1000;

export interface QueryWord {
  word: string;
  /** Also what only begins so is meant: the last word, which may have been typed in part. */
  isPrefix: boolean;
}

/**
 * The words of a query in its order. Whatever else it holds (operators, quotes, brackets, NUL, half characters) only
 * separates words; so any input is a query, and none is a syntax error.
 */
export function queryWords(query: string): QueryWord[] {
  const text = query.slice(0, MAX_QUERY_LENGTH).toWellFormed().normalize('NFC');
  const words = wordsOf(text)
    .slice(0, MAX_WORDS)
    .map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));
  return words.map((word, index) => ({
    word,
    // One Latin letter or digit begins so many words that it tells nothing ("vitamin c", "plan 9").
    isPrefix: index === words.length - 1 && endsInWord(text) && !/^[a-z0-9]$/i.test(word),
  }));
}

/** One word for FTS5: quoted, so that it can be nothing but a word. */
export function matchTerm({ word, isPrefix }: QueryWord): string {
  return `"${word.replaceAll('"', '')}"${isPrefix ? ' *' : ''}`;
}

/** The FTS5 expression for posts that hold every word of a query; null for a query without words. */
export function matchExpression(query: string): string | null {
  const words = queryWords(query);
  return words.length === 0 ? null : words.map(matchTerm).join(' AND ');
}
