/**
 * Returns the text without characters that no document can contain or show: lone surrogates, control characters, and
 * line ends other than `\n`.
 */
export function plainCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}|[\ufeff\ufffe\uffff]/gu, '');
}
