/**
 * The same text in memory of its own. A part of a longer text keeps all of that alive as long as it is held itself: a
 * thousand short ones can hold a whole file.
 */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
