// The characters that FTS5's unicode61 tokenizer takes as part of a word: letters, numbers, marks, private use.
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** Returns the words of a text unchanged, in their order. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/**
 * Yields the words of a text one after the other, each with its start and end; it reads no further than it is asked to.
 */
export function* wordPlaces(text: string): Generator<{ word: string; start: number; end: number }> {
  for (const { 0: word, index } of text.matchAll(WORD)) yield { word, start: index, end: index + word.length };
}

/** Whether a text ends inside a word, so that the word may be incomplete. */
export function endsInWord(text: string): boolean {
  return /[\p{L}\p{N}\p{M}\p{Co}]$/u.test(text);
}

/** Returns a word as the search compares it: without case, and without the diacritics of Latin letters, like FTS5. */
export function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

/** Text with non-ASCII characters: ASCII text needs only lower case, which is faster. */
const MARKED = /[^\p{ASCII}]/u;

/** Returns a text with each of its words folded like {@link foldWord}. */
export function foldText(text: string): string {
  return MARKED.test(text) ? foldWord(text) : text.toLowerCase();
}

/** The most parts of a query that are searched for. */
const MOST_PARTS = 16;

/** Returns the parts of a query that must all occur in a folded text. */
export function searchedParts(q: string): string[] {
  return foldText(q.toWellFormed())
    .split(/\s+/)
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS);
}
