import type { ContentImage } from './image-slots-images.ts';
import type { ContentLayout, Spot } from './image-slots-layout.ts';

export { type ContentLayout, layoutOf, type Spot } from './image-slots-layout.ts';

/** The meaning of these numbers: docs/rules.md, "Image positions". */
const SLOT_COUNT = 5;
const WORDS_PER_SLOT = 300;
/** The largest distance from a slot's target, in words, at which a picture still occupies the slot. */
export const SLOT_REACH = 150;
/** The number of words shown on either side of a slot. */
const CONTEXT_WORDS = 50;

/** One of the five places for a picture in a text. */
export interface ImageSlot {
  /** 1 to 5. */
  readonly position: number;
  /** The number of the word at the slot's target: position times 300. */
  readonly target: number;
  /** The picture that occupies the slot, the nearest where there are several; null while the slot is free. */
  readonly image: ContentImage | null;
  /** Where a picture would be inserted: after the sentence or the block that contains the target, or at the end. */
  readonly spot: Spot;
  /** At most 50 words before and after the picture, or before and after the place for one. */
  readonly before: string;
  readonly after: string;
}

/** Returns the five slots of a text. */
export function imageSlots(layout: ContentLayout): ImageSlot[] {
  return Array.from({ length: SLOT_COUNT }, (_, index) => {
    const position = index + 1;
    const target = position * WORDS_PER_SLOT;
    const image = occupant(layout.images, target);
    const spot = spotFor(layout, target);
    const at = image?.words ?? spot.words;
    const shown = (from: number, to: number) =>
      layout.words
        .slice(Math.max(0, from), to)
        .map(({ text }) => text)
        .join(' ');
    return {
      position,
      target,
      image,
      spot,
      before: shown(at - CONTEXT_WORDS, at),
      after: shown(at, at + CONTEXT_WORDS),
    };
  });
}

/** Returns how many pictures a text of this many words needs: one for every 300 words, at most five. */
export function suggestedImages(words: number): number {
  return Math.min(SLOT_COUNT, Math.floor(words / WORDS_PER_SLOT));
}

/** Whether a picture is already in the text ('This image is already in your content'). */
export function hasImage(layout: ContentLayout, url: string): boolean {
  return layout.images.some((image) => image.url === url);
}

/** Returns the first place at or after an offset of the Markdown: for a picture that is dropped or pasted there. */
export function spotAfter(layout: ContentLayout, offset: number): Spot {
  return layout.spots.find((spot) => spot.offset >= offset) ?? lastSpot(layout);
}

/** Returns a slot by its position, 1 to 5; throws RangeError for another number. */
export function slotAt(layout: ContentLayout, position: number): ImageSlot {
  const slot = imageSlots(layout)[position - 1];
  if (!slot) throw new RangeError(`Image positions are 1 to ${SLOT_COUNT}, not ${position}.`);
  return slot;
}

function spotFor(layout: ContentLayout, target: number): Spot {
  return layout.spots.find((spot) => spot.words >= target) ?? lastSpot(layout);
}

function lastSpot({ spots }: ContentLayout): Spot {
  return spots.at(-1) ?? { offset: 0, resume: 0, words: 0 };
}

function occupant(images: readonly ContentImage[], target: number): ContentImage | null {
  const distance = (image: ContentImage) => Math.abs(image.words - target);
  const near = images.filter((image) => distance(image) <= SLOT_REACH);
  return near.reduce<ContentImage | null>(
    (best, image) => (best && distance(best) <= distance(image) ? best : image),
    null,
  );
}
