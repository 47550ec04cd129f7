import { excerptOf } from '#shared/content/excerpt.ts';

/**
 * The least number of characters for a sentence to stand alone: a shorter one ("No.", "The U.S.") is taken with the
 * next.
 */
const LEAST = 40;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The excerpt for display above its text: an excerpt that only repeats the beginning of the text is cut to its first
 * sentence, so that nobody reads a paragraph twice.
 */
export function withoutOpening(excerpt: string, content: string): string {
  const said = lettersOf(excerpt);
  // A few more characters, because the two may differ in punctuation and spaces.
  const opening = lettersOf(excerptOf(content, excerpt.length * 2 + 100));
  return said !== '' && opening.startsWith(said) ? firstSentence(excerpt) : excerpt;
}

function firstSentence(text: string): string {
  let first = '';
  for (const { segment } of sentences.segment(text)) {
    first += segment;
    if (first.trim().length >= LEAST) break;
  }
  return first.trim();
}

/** Only letters and digits: quotes, dashes and ellipses are written in many ways. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
