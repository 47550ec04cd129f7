import { AppError } from '#shared/kernel/errors.ts';
import { checkBounds } from '../bounds/bounds.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { type ContentImage, imagesOf } from './image-slots-images.ts';
import { isOpenAtEnd, type Place, spotsOf } from './image-slots-spots.ts';
import { type Word, wordsOf } from './image-slots-words.ts';

/**
 * A place where a picture may be inserted, and the number of words before it. Offsets are UTF-16 code units of the
 * Markdown.
 */
export interface Spot extends Place {
  readonly words: number;
}

/** The information about a text that the image slots need. */
export interface ContentLayout {
  /** The words as readers see them, in order. */
  readonly words: readonly Word[];
  readonly images: readonly ContentImage[];
  /** In order; there is always at least one place, and the last is the end. */
  readonly spots: readonly Spot[];
}

/** Reads a text once. For a text too complex to parse, no pictures are found, and the only place is its end. */
export function layoutOf(markdown: string): ContentLayout {
  const tree = parsed(markdown);
  if (tree === null) {
    const words = [...markdown.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, end: index + text.length }));
    const end = markdown.trimEnd().length;
    return { words, images: [], spots: [{ offset: end, resume: end, words: words.length }] };
  }
  const words = wordsOf(tree, markdown);
  const wordsBefore = (offset: number) => countUpTo(words, offset);
  const places = spotsOf(tree, markdown, (end) => isOpenAtEnd(parseMarkdown, markdown.slice(0, end)));
  return {
    words,
    images: imagesOf(tree, wordsBefore),
    spots: places.map((place) => ({ ...place, words: wordsBefore(place.offset) })),
  };
}

function parsed(markdown: string) {
  try {
    checkBounds(markdown);
    return parseMarkdown(markdown);
  } catch (error) {
    if (error instanceof AppError && error.code === 'content_too_complex') return null;
    throw error;
  }
}

/** Returns the number of words that end at `offset` or before it. */
function countUpTo(words: readonly Word[], offset: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
