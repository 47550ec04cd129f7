import { sql } from 'kysely';
import { foldWord, wordsOf } from '#shared/content/search/search-words.ts';
import type { Executor } from './transaction.ts';

/** An error in a shorter word is not forgiven, and a longer text is hardly a word. */
const LENGTHS = { min: 3, max: 40 };

/** Stores the words of a post's texts, for the search's second attempt. */
export async function rememberWords(ex: Executor, texts: readonly string[]): Promise<void> {
  const words = new Set([...new Set(texts.flatMap(wordsOf))].map(foldWord));
  const searchable = [...words].filter((word) => word.length >= LENGTHS.min && word.length <= LENGTHS.max);
  if (searchable.length === 0) return;
  await sql`insert or ignore into search_words (word) select value from json_each(${JSON.stringify(searchable)})`.execute(
    ex,
  );
}
