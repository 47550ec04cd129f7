import { Pencil, Star, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Image } from '#shared/contract/images.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { shortDate } from '../dates.ts';
import { ImageDetailsForm } from './image-details-form.tsx';
import { imageName, sizeText, thumbnailOf, usedByText } from './image-texts.ts';
import { INLINE_POSITIONS, type InlineImages } from './inline-images.ts';
import { InlinePositions } from './inline-positions.tsx';

interface ImageCardProps {
  image: Image;
  isFeatured: boolean;
  onFeature: (address: string, image: Image | null) => void;
  inline: Omit<InlineImages, 'insert'> & { insert(position: number, image: Image): void };
  onDelete: (image: Image) => void;
}

/** One stored picture with everything that can be done with it. */
export function ImageCard({ image, isFeatured, onFeature, inline, onDelete }: ImageCardProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    // Rendered at once: the button must exist again to get the focus back.
    flushSync(() => setIsEditing(false));
    editButton.current?.focus();
  };
  const nameId = useId();
  const position = Array.from({ length: INLINE_POSITIONS }, (_, index) => index + 1).find(
    (number) => inline.at(number) === image.url,
  );
  return (
    <article
      aria-labelledby={nameId}
      className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-paper"
    >
      <CardPicture image={image} isFeatured={isFeatured} position={position} />
      <div className="flex flex-1 flex-col gap-2 p-3">
        <div>
          <div className="flex min-h-8 items-center justify-between gap-2">
            <h3 id={nameId} className="truncate font-semibold" title={imageName(image)}>
              {imageName(image)}
            </h3>
            {!isEditing && (
              <IconButton
                ref={editButton}
                size="sm"
                label="Edit title and alt text"
                className="size-8 shrink-0"
                onClick={() => setIsEditing(true)}
              >
                <Pencil aria-hidden />
              </IconButton>
            )}
          </div>
          <p className="text-xs text-muted">
            {shortDate(image.created)} <span aria-hidden="true">·</span> {sizeText(image.size)}
          </p>
          <p className="text-xs text-muted">{usedByText(image)}</p>
        </div>
        {isEditing ? (
          <ImageDetailsForm image={image} onClose={stopEditing} />
        ) : (
          <>
            <div className="flex flex-wrap gap-1.5">
              <Button
                size="sm"
                aria-pressed={isFeatured}
                onClick={() => (isFeatured ? onFeature('', null) : onFeature(image.url, image))}
              >
                <Star aria-hidden className={isFeatured ? 'fill-current text-accent' : ''} />
                Use as Featured
              </Button>
              <Button size="sm" onClick={() => onDelete(image)}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            </div>
            <InlinePositions image={image} inline={inline} />
          </>
        )}
      </div>
    </article>
  );
}

interface CardPictureProps extends Pick<ImageCardProps, 'image' | 'isFeatured'> {
  /** The picture's position in the text; undefined for none. */
  position: number | undefined;
}

function CardPicture({ image, isFeatured, position }: CardPictureProps) {
  return (
    <div className="relative bg-sunken">
      <img
        src={thumbnailOf(image)}
        alt={image.metadata.alt}
        width={image.width}
        height={image.height}
        loading="lazy"
        className="h-40 w-full object-contain"
      />
      {/* A badge is translucent, and here any picture may be behind it. */}
      <div className="absolute start-2 top-2 flex gap-1 *:flex *:rounded-full *:bg-surface">
        {isFeatured && (
          <span>
            <Badge tone="accent">Featured</Badge>
          </span>
        )}
        {position !== undefined && (
          <span>
            <Badge tone="waiting">Inline {position}</Badge>
          </span>
        )}
      </div>
    </div>
  );
}
