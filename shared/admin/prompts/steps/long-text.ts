/** The shown parts of a text; `hidden` characters between head and tail are left out. */
export interface LongText {
  readonly head: string;
  readonly hidden: number;
  readonly tail: string;
}

// About twelve screens of text: a browser lays them out within a frame or two, whatever the model wrote.
const MAX_SHOWN = 40_000;
const HEAD = 24_000;
const TAIL = 12_000;

/**
 * Returns the beginning and the end of a text that is too long to be drawn as a whole; surrogate pairs are never split.
 */
export function longText(text: string): LongText {
  if (text.length <= MAX_SHOWN) return { head: text, hidden: 0, tail: '' };
  const headEnd = isHighSurrogate(text.charCodeAt(HEAD - 1)) ? HEAD - 1 : HEAD;
  const from = text.length - TAIL;
  const tailStart = isHighSurrogate(text.charCodeAt(from - 1)) ? from - 1 : from;
  return { head: text.slice(0, headEnd), hidden: tailStart - headEnd, tail: text.slice(tailStart) };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
