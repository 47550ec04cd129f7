const WORDS_PER_MINUTE = 200;
// Chinese, Japanese and Thai use no spaces: two of their characters count as one word, as is usual.
const CHARACTERS_PER_WORD = 2;
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

/** Returns the number of words in a text: sequences between blanks that contain a letter or digit. */
export function countWords(text: string): number {
  let characters = 0;
  const spaced = text.replace(spaceless, () => {
    characters += 1;
    return ' ';
  });
  let words = 0;
  for (const part of spaced.split(/\s/)) if (/[\p{L}\p{N}]/u.test(part)) words += 1;
  return words + Math.ceil(characters / CHARACTERS_PER_WORD);
}

/** Returns the minutes needed to read this many words: 200 a minute, rounded up, at least 1. */
export function readTimeMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE));
}
