import type { Database } from 'better-sqlite3';
import { foldWord } from '#server/db/search-words.ts';
import type { QueryWord } from './search-query.ts';

/** Words of a query that are forgiven an error; work is bounded by it. */
const MAX_FORGIVEN = 8;
/** Letters of a forgiven word; a shorter one is one letter from too many others, a beginning sooner than a whole word. */
const MIN_LENGTH = 4;
const MIN_LENGTH_OF_BEGINNING = 5;
const MAX_LENGTH = 24;
/** Known words a mistyped one may stand for. */
const MAX_MEANINGS = 12;

const ASCII_LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** From here on a letter is a syllable or a word, and there are thousands. */
const FIRST_WITHOUT_ALPHABET = 0x2e80;

/**
 * For the second try: each word of a query with the known words that are one typing error away from it: a letter missing,
 * too much, wrong, or two neighbours changed over. The last word finds what begins with its meaning, as it does where it
 * is right. Null when no word has such a neighbour.
 */
export function createForgiveness(sqlite: Database): (words: readonly QueryWord[]) => QueryWord[][] | null {
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

  function meanings({ word, isPrefix }: QueryWord): QueryWord[] {
    const folded = foldWord(word);
    const letters = Array.from(folded);
    if (letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return [];
    const candidates = JSON.stringify(oneErrorAway(letters, alphabetOf(letters)));
    const whole = known.all(candidates);
    const isBeginning = isPrefix && letters.length >= MIN_LENGTH_OF_BEGINNING;
    // "desgin" is "design" sooner than the beginning of "destination".
    const meant = whole.length === 0 && isBeginning ? begun.all(candidates) : whole;
    return meant.slice(0, MAX_MEANINGS).map((text) => ({ word: text, isPrefix: isBeginning }));
  }

  return (words) => {
    const others = words.map((word, index) => (index < MAX_FORGIVEN ? meanings(word) : []));
    if (others.every((list) => list.length === 0)) return null;
    return words.map((word, index) => [word, ...(others[index] ?? [])]);
  };
}

/** What may be missing from a word or wrong in it: ASCII letters, and those of the block of 256 its other letters stand in. */
function alphabetOf(letters: readonly string[]): readonly string[] {
  const other = letters.map((letter) => letter.codePointAt(0) ?? 0).find((code) => code > 0x7f);
  if (other === undefined || other >= FIRST_WITHOUT_ALPHABET) return ASCII_LETTERS;
  const block = Array.from({ length: 256 }, (_, index) => String.fromCodePoint((other & ~0xff) + index));
  return [...ASCII_LETTERS, ...block.filter((letter) => letter > '\u007f' && /[\p{Ll}\p{Lo}]/u.test(letter))];
}

/** Every text one error away from a word, the word itself left out (P. Norvig, "How to Write a Spelling Corrector"). */
function oneErrorAway(letters: readonly string[], alphabet: readonly string[]): string[] {
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
