import { limits } from './limits.ts';

/** How close a text is to the limits of a post: `near` from nine tenths of a limit. */
export interface PostSize {
  readonly state: 'fine' | 'near' | 'over';
  /** In UTF-8. */
  readonly bytes: number;
  /** Lines that are not blank. */
  readonly lines: number;
}

const NEAR = 0.9;
/**
 * The UTF-16 units up to which a text is neither near nor over a limit, whatever it contains: a line has at least a
 * character and its end.
 */
const SURELY_FINE = limits.lines * NEAR;

/** The most bytes of UTF-8 that a UTF-16 unit can become. */
const MOST_BYTES = 3;

/**
 * Measures a text against the two bounds an owner can see (`bounds.ts` has the others). Takes time in proportion to the
 * text, a few milliseconds for a megabyte.
 */
export function postSize(text: string): PostSize {
  if (text.length < SURELY_FINE) return { state: 'fine', bytes: text.length, lines: 0 };
  const mostLines = lineEnds(text) + 1;
  const isFarFromBoth = Math.max((text.length * MOST_BYTES) / limits.bytes, mostLines / limits.lines) < NEAR;
  if (isFarFromBoth) return { state: 'fine', bytes: text.length, lines: mostLines };
  const bytes = new TextEncoder().encode(text).length;
  const lines = filledLines(text);
  const part = Math.max(bytes / limits.bytes, lines / limits.lines);
  return { state: part > 1 ? 'over' : part >= NEAR ? 'near' : 'fine', bytes, lines };
}

function lineEnds(text: string): number {
  let ends = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends += 1;
  return ends;
}

function filledLines(text: string): number {
  let lines = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (text.slice(start, end).trim() !== '') lines += 1;
    start = end + 1;
  }
  return lines;
}
