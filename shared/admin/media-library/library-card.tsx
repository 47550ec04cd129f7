import { memo, useId } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { readFocus } from '#shared/kernel/picture-focus.ts';
import { imageName, sizeText, thumbnailOf } from '../images/index.ts';

interface LibraryCardProps {
  image: Image;
  onOpen: (image: Image) => void;
}

/** One picture of the grid; it opens with all that is known of it. */
export const LibraryCard = memo(function LibraryCard({ image, onOpen }: LibraryCardProps) {
  const nameId = useId();
  const name = imageName(image);
  const focus = readFocus(image.focus);
  return (
    <button
      type="button"
      aria-labelledby={nameId}
      className="group flex h-full w-full flex-col overflow-hidden rounded-md border border-line bg-surface text-start hover:border-ink"
      onClick={() => onOpen(image)}
    >
      <img
        src={thumbnailOf(image)}
        alt={image.metadata.alt}
        loading="lazy"
        decoding="async"
        className="aspect-[4/3] w-full bg-sunken object-cover"
        style={{ objectPosition: focus ? `${focus.x}% ${focus.y}%` : '50% 30%' }}
      />
      <span className="block w-full min-w-0 px-3 py-2">
        <span id={nameId} className="block truncate text-sm font-semibold" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-muted">
          {sizeText(image.size)} <span aria-hidden="true">·</span> {usesText(image)}
        </span>
        {image.metadata.alt === '' && <span className="block truncate text-xs text-focus">No alt text</span>}
      </span>
    </button>
  );
});

function usesText({ usedBy }: Image): string {
  if (usedBy.length === 0) return 'not used';
  return usedBy.length === 1 ? '1 post' : `${usedBy.length} posts`;
}
