/** In UTF-16 code units: up to here a line, or what is put in at once, costs the browser what typing does. */
export const LONG_LINE = 20_000;
/** The same, of a whole text, which the browser lays out anew when it is opened or much is put into it. */
export const LONG_TEXT = 200_000;

export type WritingDirection = 'auto' | 'ltr' | 'rtl';

/**
 * The `dir` of a field with this text: each paragraph in a direction of its own, but where that is too dear all of them in
 * that of the first letter. With `auto` Chromium reads a paragraph from its start again at every line it breaks it into:
 * a megabyte without a break stood still for eleven seconds when it was pasted and for five at a key near its start, one of
 * short paragraphs for seven when it was pasted.
 */
export function directionOf(text: string): WritingDirection {
  return text.length > LONG_TEXT || hasLongLine(text) ? firstDirection(text) : 'auto';
}

/** Of all of a text, that of its first letter. */
export function firstDirection(text: string): Exclude<WritingDirection, 'auto'> {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}

/** Looks at few places however long the text is, so that it can be asked with every key. */
function hasLongLine(text: string): boolean {
  let start = 0;
  while (start + LONG_LINE < text.length) {
    const lastBreak = text.slice(start, start + LONG_LINE + 1).lastIndexOf('\n');
    if (lastBreak < 0) return true;
    start += lastBreak + 1;
  }
  return false;
}
