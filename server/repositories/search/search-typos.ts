import type { Database } from 'better-sqlite3';
import type { QueryWord } from '#shared/content/search/search-query.ts';
import { foldWord } from '#shared/content/search/search-words.ts';

/** The most words of a query in which an error is forgiven; this bounds the work. */
const MAX_FORGIVEN = 8;
/**
 * The least number of letters of a word in which an error is forgiven. A shorter word is one letter away from too many
 * others; the beginning of a word needs more letters than a whole word.
 */
const MIN_LENGTH = 4;
const MIN_LENGTH_OF_BEGINNING = 5;
const MAX_LENGTH = 24;
/** The most known words by which one mistyped word is replaced. */
const MAX_MEANINGS = 12;

const ASCII_LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** The first code point of the scripts in which a character is a syllable or a word, with thousands of characters. */
const FIRST_WITHOUT_ALPHABET = 0x2e80;

/**
 * For the second search, after the first has found nothing. Returns for each word of a query the known words that are
 * one typing error away: one letter missing, one too many, one wrong, or two neighbouring letters transposed. The last
 * word also matches words that only begin with a corrected form, as it does without an error. Null when no word has
 * such a neighbour.
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
    // "desgin" more likely means "design" than the beginning of "destination".
    const meant = whole.length === 0 && isBeginning ? begun.all(candidates) : whole;
    return meant.slice(0, MAX_MEANINGS).map((text) => ({ word: text, isPrefix: isBeginning }));
  }

  return (words) => {
    const others = words.map((word, index) => (index < MAX_FORGIVEN ? meanings(word) : []));
    if (others.every((list) => list.length === 0)) return null;
    return words.map((word, index) => [word, ...(others[index] ?? [])]);
  };
}

/**
 * The letters that are tried in the place of a missing or wrong letter: those of ASCII, and those of the Unicode block
 * of 256 to which the other letters of the word belong.
 */
function alphabetOf(letters: readonly string[]): readonly string[] {
  const other = letters.map((letter) => letter.codePointAt(0) ?? 0).find((code) => code > 0x7f);
  if (other === undefined || other >= FIRST_WITHOUT_ALPHABET) return ASCII_LETTERS;
  const block = Array.from({ length: 256 }, (_, index) => String.fromCodePoint((other & ~0xff) + index));
  return [...ASCII_LETTERS, ...block.filter((letter) => letter > '\u007f' && /[\p{Ll}\p{Lo}]/u.test(letter))];
}

/**
 * Every text that is one error away from a word, without the word itself (P. Norvig, "How to Write a Spelling
 * Corrector").
 */
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
