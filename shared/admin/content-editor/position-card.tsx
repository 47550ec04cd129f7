import { ImageOff, ImagePlus } from 'lucide-react';
import type { ImageSlot } from '#shared/content/image-slots/image-slots.ts';
import { Button } from '#shared/ui/button.tsx';
import { usePictureNote } from '../waiting-pictures/index.ts';

interface PositionCardProps {
  slot: ImageSlot;
  /** The number of words in the text. */
  words: number;
  isReadOnly: boolean;
  onInsert: (position: number) => void;
  onRemove: (position: number) => void;
}

/** One of the five positions for a picture, with the words around it. */
export function PositionCard({ slot, words, isReadOnly, onInsert, onRemove }: PositionCardProps) {
  const { position, image, before, after, target } = slot;
  const note = usePictureNote(image?.url ?? '');
  return (
    <li className="grid gap-2 rounded-md border border-line bg-paper p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="text-sm font-semibold">
          Position {position}
          <span className="ms-2 font-normal text-muted">{placeText(slot, words)}</span>
        </h4>
        <div className="flex gap-2">
          <Button
            size="sm"
            disabled={isReadOnly}
            aria-label={`${image ? 'Replace' : 'Insert'} at position ${position}`}
            onClick={() => onInsert(position)}
          >
            {image ? 'Replace' : 'Insert'}
          </Button>
          <Button
            size="sm"
            disabled={isReadOnly}
            aria-label={`Remove the image at position ${position}`}
            onClick={() => onRemove(position)}
          >
            Remove
          </Button>
        </div>
      </div>
      {words === 0 && !image ? (
        <p className="text-xs text-muted">There are no words around it yet.</p>
      ) : (
        <p className="font-serif text-sm text-muted" title={`Around word ${target}`}>
          {before !== '' && `… ${before} `}
          {image && note?.isShown === false ? (
            <ImageOff role="img" aria-label={note.words} className="mx-1 inline size-4 align-[-0.15em]" />
          ) : image ? (
            <img
              src={image.url}
              alt={image.alt || 'The picture here'}
              className="mx-1 inline-block h-10 max-w-24 rounded-sm bg-sunken object-contain align-middle"
            />
          ) : (
            <ImagePlus aria-label="A picture goes here" className="mx-1 inline size-4 align-[-0.15em] text-accent" />
          )}
          {after !== '' && ` ${after} …`}
        </p>
      )}
    </li>
  );
}

function placeText({ image, target }: ImageSlot, words: number): string {
  if (image) return 'has a picture';
  return words < target ? `at the end: word ${target} is not written yet` : `free, around word ${target}`;
}
