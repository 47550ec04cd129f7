import { ImageOff, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { UploadedImage } from '#shared/contract/images.ts';
import { PICTURE_IS_ELSEWHERE, waitingPictureAt } from '#shared/kernel/waiting-picture.ts';
import { Button } from '#shared/ui/button.tsx';
import { usePictureNote } from '../waiting-pictures/index.ts';
import { DropZone } from './drop-zone.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';

interface UploadWidgetProps {
  label: string;
  /** The address of the present picture; empty for none. */
  value: string;
  onUploaded: (image: UploadedImage) => void;
  onRemove: () => void;
  disabled?: boolean;
  failureTitle?: string;
}

/**
 * A place for one picture: empty it takes a picture, filled it shows the picture (docs/rules.md, "Image upload
 * widget").
 */
export function UploadWidget({
  label,
  value,
  onUploaded,
  onRemove,
  disabled = false,
  failureTitle,
}: UploadWidgetProps) {
  const upload = useUpload({ onUploaded, ...(failureTitle ? { failureTitle } : {}) });
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = value === '' && upload.filename === null;
  const wasEmptiedHere = useRef(false);
  const emptying = (how: () => void) => () => {
    wasEmptiedHere.current = true;
    how();
  };
  useEffect(() => {
    // The pressed button has disappeared with the picture: the focus needs another place.
    if (isEmpty && wasEmptiedHere.current) box.current?.querySelector('input')?.focus();
    wasEmptiedHere.current = false;
  }, [isEmpty]);
  return (
    <div className="grid gap-2">
      {/* One height, filled or empty: a button that moves away when a picture appears above it is not clicked. */}
      <div ref={box} className="grid h-56 grid-cols-[minmax(0,1fr)]">
        {value !== '' ? (
          <Picture key={value} address={value} disabled={disabled} onRemove={emptying(onRemove)} />
        ) : upload.filename !== null ? (
          <UploadProgress filename={upload.filename} progress={upload.progress} onCancel={emptying(upload.cancel)} />
        ) : (
          <DropZone label={label} disabled={disabled} onFiles={([file]) => file && upload.start(file)} />
        )}
      </div>
      <p role="alert" className="text-xs font-semibold text-danger empty:hidden">
        {value === '' && upload.fault}
      </p>
    </div>
  );
}

function Picture({ address, disabled, onRemove }: { address: string; disabled: boolean; onRemove: () => void }) {
  const [hasFailed, setHasFailed] = useState(false);
  const note = usePictureNote(address);
  const isElsewhere = note ? !note.isShown : hasFailed && waitingPictureAt(address) !== null;
  return (
    <figure className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto_auto] gap-2">
      {isElsewhere ? (
        <div className="grid content-center justify-items-center gap-1 rounded-md bg-sunken px-4 text-center">
          <ImageOff aria-hidden className="size-6 text-muted" />
          <p className="text-sm">{PICTURE_IS_ELSEWHERE}</p>
        </div>
      ) : hasFailed ? (
        <div className="grid content-center justify-items-center gap-1 rounded-md bg-sunken px-4 text-center">
          <ImageOff aria-hidden className="size-6 text-muted" />
          <p className="text-sm font-semibold">Image failed to load</p>
          <p className="text-xs text-muted">Please generate a new image or upload a different one</p>
        </div>
      ) : (
        <img
          src={address}
          alt="Preview"
          className="size-full rounded-md bg-sunken object-contain"
          onError={() => setHasFailed(true)}
        />
      )}
      <figcaption className="text-xs text-muted empty:hidden">{note?.isShown && note.words}</figcaption>
      <Button size="sm" disabled={disabled} className="row-start-3" onClick={onRemove}>
        <Trash2 aria-hidden />
        Remove image
      </Button>
    </figure>
  );
}
