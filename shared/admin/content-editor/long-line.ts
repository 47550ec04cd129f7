/** In UTF-16 code units: up to here a line costs the browser what several short ones cost. */
export const LONG_LINE = 20_000;

/**
 * Whether a text has a line that long. Looks at few places however long the text is, so that it can be asked with every
 * key.
 */
export function hasLongLine(text: string): boolean {
  let start = 0;
  while (start + LONG_LINE < text.length) {
    const lastBreak = text.slice(start, start + LONG_LINE + 1).lastIndexOf('\n');
    if (lastBreak < 0) return true;
    start += lastBreak + 1;
  }
  return false;
}
