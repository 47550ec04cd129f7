import { type JudgedHead, judgedHeads } from '#shared/kernel/post-field-table.ts';
import { type Found, headWords, type JudgedPost } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/**
 * The length that search engines and cards show before they cut a text, and the length below which it says too little.
 */
const LENGTHS = {
  title: { min: 10, max: 70, isOptional: false },
  excerpt: { min: 50, max: 300, isOptional: false },
  metaTitle: { min: 10, max: 70, isOptional: true },
  metaDescription: { min: 50, max: 160, isOptional: true },
} as const satisfies Record<JudgedHead, object>;

/**
 * Finds fields above a post's text that are too short or too long. Fields for search engines may be empty: title and
 * excerpt then replace them.
 */
export function wrongLengths(post: JudgedPost): Found[] {
  return judgedHeads.flatMap((field): Found[] => {
    const label = headWords(field);
    const { min, max, isOptional } = LENGTHS[field];
    const { length } = post[field].trim();
    if (isOptional && length === 0) return [];
    if (length >= min && length <= max) return [];
    const says =
      length === 0
        ? `There is no ${label}.`
        : `The ${label} has ${length === 1 ? '1 character' : `${length} characters`}; ${length < min ? `at least ${min} say enough` : `more than ${max} are cut`}.`;
    return [{ check: 'length', says, place: null, field }];
  });
}

/** Flesch himself calls a text below this value "very difficult". */
const VERY_DIFFICULT = 30;
const FEWEST_WORDS = 100;
/** Words that make up an eighth of any English text: the formula is only for English. */
const ENGLISH = new Set('the of and to in is that it for was on are as with be at by this have from'.split(' '));
const ENGLISH_SHARE = 0.12;

/**
 * Returns how easily a text is read: Flesch Reading Ease (R. Flesch, 1948), about 0 to 100; null for a short text or
 * one that is not English.
 */
function readingEase(paragraphs: readonly string[]): number | null {
  const words = paragraphs.flatMap((text) => text.toLowerCase().match(/[a-z]+(?:['’][a-z]+)?/g) ?? []);
  if (words.length < FEWEST_WORDS) return null;
  if (words.filter((word) => ENGLISH.has(word)).length / words.length < ENGLISH_SHARE) return null;
  const sentences = paragraphs.reduce(
    (sum, text) => sum + Math.max(1, text.match(/[.!?…]+(?=["”’)]?(?:\s|$))/g)?.length ?? 0),
    0,
  );
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.835 - 1.015 * (words.length / sentences) - 84.6 * (syllables / words.length);
}

export function hardToRead({ blocks }: JudgedText): Found[] {
  const prose = blocks.filter(({ kind, text }) => kind === 'paragraph' && text.trim() !== '').map(({ text }) => text);
  const ease = readingEase(prose);
  if (ease === null || ease >= VERY_DIFFICULT) return [];
  const says = `The text is very hard to read (Flesch Reading Ease ${Math.round(ease)}; below ${VERY_DIFFICULT}).`;
  return [{ check: 'readability', says, place: null }];
}

function syllablesOf(word: string): number {
  const groups = word.replace(/(?:[^laeiouy]es|[^laeiouy]ed|[^laeiouy]e)$/, 'x').match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
