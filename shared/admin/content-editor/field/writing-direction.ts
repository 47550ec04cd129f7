/** In UTF-16 code units: up to here a line costs the browser what any does. */
export const LONG_LINE = 20_000;

export type WritingDirection = 'auto' | 'ltr' | 'rtl';

/**
 * The `dir` of a line: its own, but of a long one that of its first letter. With `auto` Chromium reads a paragraph from its
 * start again at every line it breaks it into: a megabyte without a break stood still for eleven seconds when it was
 * pasted, and for five at a key near its start.
 */
export function directionOfLine(text: string): WritingDirection {
  return text.length > LONG_LINE ? firstDirection(text) : 'auto';
}

/** Of all of a text, that of its first letter. */
function firstDirection(text: string): Exclude<WritingDirection, 'auto'> {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}
