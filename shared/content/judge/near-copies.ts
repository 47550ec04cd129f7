import type { Found } from './finding.ts';
import type { JudgedText, Place } from './judged-text.ts';

/** The number of words that are compared together. */
const SHINGLE = 4;
/** A shorter paragraph may well occur twice. */
const FEWEST_WORDS = 20;
/** The most paragraphs of a text that are compared. */
const MOST_PARAGRAPHS = 2000;
/**
 * The share of a paragraph's shingles that a paragraph of another text must contain: half means that one was made from
 * the other.
 */
const ALIKE = 0.5;

export interface OtherText {
  title: string;
  paragraphs: readonly string[];
}

/**
 * Returns a function that finds paragraphs of a text that are almost the same in another text. It takes time in
 * proportion to the other text.
 */
export function createCopyFinder({ blocks }: JudgedText): (other: OtherText) => Found[] {
  const own: { size: number; place: Place }[] = [];
  const having = new Map<string, number[]>();
  for (const block of blocks.filter(({ kind }) => kind !== 'heading').slice(0, MOST_PARAGRAPHS)) {
    const shingles = shinglesOf(block.text);
    if (shingles.size === 0) continue;
    for (const shingle of shingles) having.set(shingle, [...(having.get(shingle) ?? []).slice(0, 9), own.length]);
    own.push({ size: shingles.size, place: block.placeOf(0, block.text.length) });
  }
  return ({ title, paragraphs }) => {
    const copied = new Set<number>();
    for (const paragraph of own.length === 0 ? [] : paragraphs) {
      const shared = new Map<number, number>();
      for (const shingle of shinglesOf(paragraph)) {
        for (const index of having.get(shingle) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
      }
      for (const [index, count] of shared) if (count / (own[index]?.size ?? 1) >= ALIKE) copied.add(index);
    }
    return [...copied].map((index) => ({
      check: 'near-copy',
      says: `Almost the same paragraph stands in “${title}”.`,
      place: own[index]?.place ?? null,
    }));
  };
}

function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < FEWEST_WORDS) return new Set();
  return new Set(words.slice(SHINGLE - 1).map((_, index) => words.slice(index, index + SHINGLE).join(' ')));
}
