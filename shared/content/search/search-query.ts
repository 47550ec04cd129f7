import { endsInWord, foldWord, wordsOf } from './search-words.ts';

/** Different words of a query that are looked for; what follows is ignored, so that no query costs without bound. */
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
 * The words of a query in its order, each once: saying a word again finds nothing else, and would cost as much as the
 * first time. Whatever else it holds (operators, quotes, brackets, NUL, half characters) only separates words; so any
 * input is a query, and none is a syntax error.
 */
export function queryWords(query: string): QueryWord[] {
  const text = query.slice(0, MAX_QUERY_LENGTH).toWellFormed().normalize('NFC');
  const words = new Map<string, QueryWord>();
  const said = wordsOf(text).map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));
  for (const [index, word] of said.entries()) {
    // One Latin letter or digit begins so many words that it tells nothing ("vitamin c", "plan 9").
    const isPrefix = index === said.length - 1 && endsInWord(text) && !/^[a-z0-9]$/i.test(word);
    const folded = foldWord(word);
    // What holds a word that was said before whole holds its beginning too.
    if (words.size < MAX_WORDS && !words.has(folded)) words.set(folded, { word, isPrefix });
  }
  return [...words.values()];
}

/** One word for FTS5: quoted, so that it can be nothing but a word. */
function matchTerm({ word, isPrefix }: QueryWord): string {
  return `"${word.replaceAll('"', '')}"${isPrefix ? ' *' : ''}`;
}

/** The FTS5 expression for texts that hold of each list of words at least one. */
export function matchAll(alternatives: readonly (readonly QueryWord[])[]): string {
  return alternatives
    .map((words) => (words.length === 1 ? words.map(matchTerm).join() : `(${words.map(matchTerm).join(' OR ')})`))
    .join(' AND ');
}

/** The FTS5 expression for posts that hold every word of a query; null for a query without words. */
export function matchExpression(query: string): string | null {
  const words = queryWords(query);
  return words.length === 0 ? null : matchAll(words.map((word) => [word]));
}
