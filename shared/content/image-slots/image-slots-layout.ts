import { AppError } from '#shared/kernel/errors.ts';
import { checkBounds } from '../bounds/bounds.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { type ContentImage, imagesOf } from './image-slots-images.ts';
import { isOpenAtEnd, type Place, spotsOf } from './image-slots-spots.ts';
import { type Word, wordsOf } from './image-slots-words.ts';

/** A place a picture may stand, and how many words stand before it. Offsets are UTF-16 code units of the Markdown. */
export interface Spot extends Place {
  readonly words: number;
}

/** What the image slots need to know of a text. */
export interface ContentLayout {
  /** As readers see them, in order. */
  readonly words: readonly Word[];
  readonly images: readonly ContentImage[];
  /** In order; there is always one, the last is the end. */
  readonly spots: readonly Spot[];
}

/** Reads a text once. A text too complex to be parsed has no pictures that could be found, and one place: its end. */
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

/** How many words end at `offset` or before it. */
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
