import { memo, useId } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { readFocus } from '#shared/kernel/picture-focus.ts';
import { imageName, sizeText, thumbnailOf } from './image-texts.ts';

/** The height, in pixels, of a card below its picture. */
const WORDS = 68;

/** Returns the height of a card of this width, both in pixels. */
export const libraryCardHeight = (width: number): number => Math.round((width * 3) / 4) + WORDS;

interface LibraryCardProps {
  image: Image;
  onPress: (image: Image) => void;
}

/** One picture of a grid; the whole card is a button. */
export const LibraryCard = memo(function LibraryCard({ image, onPress }: LibraryCardProps) {
  const nameId = useId();
  const name = imageName(image);
  const focus = readFocus(image.focus);
  return (
    <article
      aria-labelledby={nameId}
      className="relative flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface has-focus-visible:outline-2 has-focus-visible:outline-focus hover:border-ink"
    >
      <img
        src={thumbnailOf(image)}
        alt={image.metadata.alt}
        loading="lazy"
        decoding="async"
        className="aspect-[4/3] w-full bg-sunken object-cover"
        style={{ objectPosition: focus ? `${focus.x}% ${focus.y}%` : '50% 30%' }}
      />
      <div className="min-w-0 px-3 py-2">
        <h3 id={nameId} className="truncate text-sm font-semibold" title={name}>
          <button
            type="button"
            className="max-w-full truncate outline-none after:absolute after:inset-0"
            onClick={() => onPress(image)}
          >
            {name}
          </button>
        </h3>
        <p className="truncate text-xs text-muted">
          {sizeText(image.size)} <span aria-hidden="true">·</span> {usesText(image)}
        </p>
        {image.metadata.alt === '' && <p className="truncate text-xs text-muted italic">No alt text</p>}
      </div>
    </article>
  );
});

function usesText({ usedBy }: Image): string {
  if (usedBy.length === 0) return 'not used';
  return usedBy.length === 1 ? '1 post' : `${usedBy.length} posts`;
}
