/** Characters of what was searched for that are kept. */
const LONGEST = 80;
/** As many digits are a telephone number, a card or a customer: nobody's words for what they would like to read. */
const LONG_NUMBER = 7;

/**
 * What was searched for as it is counted: lower case, in one line, cut. Null for what is empty, or could say who somebody
 * is: an e-mail address, a long number.
 */
export function searchedWords(query: string): string | null {
  const words = query
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .toLowerCase();
  const digits = words.match(/\d/g)?.length ?? 0;
  if (words === '' || words.includes('@') || digits >= LONG_NUMBER) return null;
  return [...words].slice(0, LONGEST).join('').trim();
}
