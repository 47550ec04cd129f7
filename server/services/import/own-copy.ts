/**
 * A copy of a text with its own memory. A slice of a longer text keeps the whole of it in memory as long as the slice
 * is in use: a thousand short slices can keep a whole file.
 */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
