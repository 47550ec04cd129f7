import type { Database } from 'better-sqlite3';
import { foldWord } from '#server/db/search-words.ts';
import { matchTerm, type QueryWord } from './search-query.ts';

/** Words of a query that are forgiven an error; work is bounded by it. */
const MAX_FORGIVEN = 8;
/** A shorter word is one letter from too many others. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
/** Known words a mistyped one may stand for. */
const MAX_MEANINGS = 12;

const ASCII_LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

/**
 * For the second try: an FTS5 expression in which each word of a query may also be any known word that is one typing
 * error away: a letter missing, too much, wrong, or two neighbours changed over. Null when no word has such a neighbour.
 */
export function createForgivingExpression(sqlite: Database): (words: readonly QueryWord[]) => string | null {
  const known = sqlite
    .prepare<[string], string>(
      'select c.value from json_each(?) c where exists (select 1 from search_words w where w.word = c.value)',
    )
    .pluck();
  const begun = sqlite
    .prepare<[string], string>(
      `select c.value from json_each(?) c where exists (
         select 1 from search_words w where w.word >= c.value and w.word < c.value || char(1114111))`,
    )
    .pluck();
  // The first letters of words stand for the alphabet: one seek a letter.
  const lettersFrom = sqlite
    .prepare<[string], string>(
      `with recursive first (letter) as (
         select substr(min(word), 1, 1) from search_words where word >= ?
         union all
         select substr((select min(word) from search_words where word >= letter || char(1114111)), 1, 1)
         from first where letter is not null
       )
       select letter from first where letter is not null limit 64`,
    )
    .pluck();

  function alphabetFor(word: string): readonly string[] {
    const strange = Array.from(word).find((letter) => letter > '\u007f');
    if (strange === undefined) return ASCII_LETTERS;
    // The letters of one script stand in one block of 256 or begin it.
    const block = (strange.codePointAt(0) ?? 0) & ~0xff;
    return lettersFrom.all(String.fromCodePoint(Math.max(block, 0x80)));
  }

  function meanings({ word, isPrefix }: QueryWord): QueryWord[] {
    const folded = foldWord(word);
    const letters = Array.from(folded);
    if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return [];
    const candidates = JSON.stringify(oneErrorAway(letters, alphabetFor(folded)));
    const whole = known.all(candidates);
    const inPart = isPrefix ? begun.all(candidates).filter((candidate) => !whole.includes(candidate)) : [];
    return [
      ...whole.map((meant) => ({ word: meant, isPrefix: false })),
      ...inPart.map((meant) => ({ word: meant, isPrefix: true })),
    ].slice(0, MAX_MEANINGS);
  }

  return (words) => {
    const alternatives = words.map((word, index) => (index < MAX_FORGIVEN ? meanings(word) : []));
    if (alternatives.every((list) => list.length === 0)) return null;
    return words.map((word, index) => anyOf([word, ...(alternatives[index] ?? [])])).join(' AND ');
  };
}

function anyOf(words: QueryWord[]): string {
  return `(${words.map(matchTerm).join(' OR ')})`;
}

/** Every text one error away from a word, the word itself left out (P. Norvig, "How to Write a Spelling Corrector"). */
export function oneErrorAway(letters: readonly string[], alphabet: readonly string[]): string[] {
  const texts = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const [first = '', second = ''] = letters.slice(at);
    const after = letters.slice(at + 1).join('');
    if (first !== '') texts.add(before + after);
    if (second !== '') texts.add(before + second + first + letters.slice(at + 2).join(''));
    for (const letter of alphabet) {
      texts.add(before + letter + first + after);
      if (first !== '') texts.add(before + letter + after);
    }
  }
  texts.delete(letters.join(''));
  return [...texts];
}
