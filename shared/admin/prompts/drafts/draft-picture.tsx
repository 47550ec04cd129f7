import { ImageOff, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#shared/ui/button.tsx';
import { usePictureNote } from '../../waiting-pictures/index.ts';

interface DraftPictureProps {
  address: string;
  isBusy: boolean;
  onRemove: () => void;
}

/**
 * A draft's featured picture. A picture of another site is not fetched before the owner asks for it: it could be a
 * tracker.
 */
export function DraftPicture({ address, isBusy, onRemove }: DraftPictureProps) {
  const [isShown, setIsShown] = useState(address.startsWith('/uploads/'));
  const [hasFailed, setHasFailed] = useState(false);
  const note = usePictureNote(address);
  return (
    <div className="relative h-fit shrink-0">
      {hasFailed || note?.isShown === false ? (
        <span className="grid size-24 place-items-center rounded-md bg-sunken text-muted">
          <ImageOff role="img" aria-label={note?.words ?? 'Image failed to load'} className="size-5" />
        </span>
      ) : isShown ? (
        <img
          src={address}
          alt=""
          className="size-24 rounded-md bg-sunken object-cover"
          referrerPolicy="no-referrer"
          onError={() => setHasFailed(true)}
        />
      ) : (
        <button
          type="button"
          className="size-24 rounded-md border border-dashed border-line-strong bg-sunken px-2 text-xs text-muted hover:text-ink"
          onClick={() => setIsShown(true)}
        >
          Show the picture of another site
        </button>
      )}
      <IconButton
        label="Remove image"
        variant="quiet"
        disabled={isBusy}
        className="absolute -end-2 -top-2 size-7! min-h-0! rounded-full!"
        onClick={onRemove}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
