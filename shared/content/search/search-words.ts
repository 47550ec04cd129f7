// What FTS5's unicode61 tokenizer takes for part of a word: letters, numbers, marks, private use.
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** The words of a text as they stand in it, in their order. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** The words of a text one after the other, with where each begins and ends in it; no further than it is asked. */
export function* wordPlaces(text: string): Generator<{ word: string; start: number; end: number }> {
  for (const { 0: word, index } of text.matchAll(WORD)) yield { word, start: index, end: index + word.length };
}

/** Whether a text ends inside a word, so that the word may have been typed in part. */
export function endsInWord(text: string): boolean {
  return /[\p{L}\p{N}\p{M}\p{Co}]$/u.test(text);
}

/** A word as the search compares it: without case, and without the diacritics of Latin letters, as FTS5 folds them. */
export function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Text that is more than ASCII: the rest folds by itself, and quicker. */
const MARKED = /[^\p{ASCII}]/u;

/** A text with each of its words as {@link foldWord} has it. */
export function foldText(text: string): string {
  return MARKED.test(text) ? foldWord(text) : text.toLowerCase();
}

/** Words of a query for parts of texts that are looked at. */
const MOST_PARTS = 16;

/** What must all occur in a text that was folded. */
export function searchedParts(q: string): string[] {
  return foldText(q.toWellFormed())
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS);
}
