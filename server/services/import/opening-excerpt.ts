import { excerptOf } from '#shared/content/excerpt.ts';

/** A sentence of fewer characters ("No.", "The U.S.") says too little: the next one belongs to it. */
const LEAST = 40;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * An excerpt as it stands above its text: one that only repeats how the text begins is cut to its first sentence, so
 * that nobody reads a paragraph twice.
 */
export function withoutOpening(excerpt: string, content: string): string {
  const said = lettersOf(excerpt);
  // Room for the marks and blanks in which the two may differ.
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

/** Letters and digits alone: quotes, dashes and ellipses are written in many ways. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
