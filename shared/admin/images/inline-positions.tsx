import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { INLINE_POSITIONS, type InlineImages } from './inline-images.ts';

const square =
  'grid min-h-8 min-w-8 place-items-center border text-sm font-semibold pointer-coarse:min-h-11 pointer-coarse:min-w-9';

interface InlinePositionsProps {
  image: Image;
  inline: Pick<InlineImages, 'at' | 'remove'> & { insert(position: number, image: Image): void };
}

/** The five positions in the text: a number puts the picture there, and the x removes the picture that is there. */
export function InlinePositions({ image, inline }: InlinePositionsProps) {
  const remove = (position: number, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The x disappears with the picture; the number of the position stays.
    if (currentTarget.previousElementSibling instanceof HTMLElement) currentTarget.previousElementSibling.focus();
    inline.remove(position);
  };
  return (
    <fieldset className="mt-auto">
      <legend className="mb-1 text-xs text-muted">Insert in the text at</legend>
      <div className="flex flex-wrap gap-1.5">
        {Array.from({ length: INLINE_POSITIONS }, (_, index) => index + 1).map((position) => {
          const isFilled = inline.at(position) !== null;
          return (
            <span key={position} className="inline-flex">
              <button
                type="button"
                aria-label={`Insert at position ${position}`}
                className={`${square} rounded-s-md ${isFilled ? 'border-accent bg-accent-soft text-accent' : 'rounded-e-md border-line-strong bg-surface hover:border-ink'}`}
                onClick={() => inline.insert(position, image)}
              >
                {position}
              </button>
              {isFilled && (
                <button
                  type="button"
                  aria-label={`Remove the image at position ${position}`}
                  className={`${square} -ms-px rounded-e-md border-accent text-accent hover:bg-accent-soft`}
                  onClick={(event) => remove(position, event)}
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              )}
            </span>
          );
        })}
      </div>
    </fieldset>
  );
}
