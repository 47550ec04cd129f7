import { AppError } from '#shared/kernel/errors.ts';
import { type Address, findPlaces, replaceSpans, type Span } from '../markdown-addresses.ts';

/**
 * Changes some addresses of a text and keeps every other character, so that the reverse change gives the same text.
 * `change` receives an address as it is written, and returns null for an address that stays. A text that is too complex
 * to parse is not changed.
 */
export function changeAddresses(markdown: string, change: (written: string) => string | null): string {
  const edits: (Span & { text: string })[] = [];
  for (const { start, end } of addressesIn(markdown)) {
    const isBracketed = markdown[start] === '<';
    const span = isBracketed ? { start: start + 1, end: end - 1 } : { start, end };
    const text = change(markdown.slice(span.start, span.end));
    if (text !== null) edits.push({ ...span, text });
  }
  return replaceSpans(markdown, edits);
}

function addressesIn(markdown: string): Address[] {
  try {
    return findPlaces(markdown).addresses;
  } catch (error) {
    if (error instanceof AppError && error.code === 'content_too_complex') return [];
    throw error;
  }
}
