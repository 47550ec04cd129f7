import { useEffect, useRef } from 'react';
import type { UploadedImage } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';
import { UploadProgress, useUpload } from '../images/index.ts';

interface ArrivingPictureProps {
  file: File;
  onUploaded: (image: UploadedImage) => void;
  /** Called when the upload was cancelled, or its failure has been read. */
  onGone: () => void;
}

/** A picture that was pasted or dropped into the text and is being uploaded. */
export function ArrivingPicture({ file, onUploaded, onGone }: ArrivingPictureProps) {
  const upload = useUpload({ onUploaded });
  const latest = useRef(upload);
  latest.current = upload;
  useEffect(() => {
    latest.current.start(file);
    return () => latest.current.cancel();
  }, [file]);

  if (upload.fault !== null) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-danger p-3"
      >
        <p className="min-w-0 text-sm">
          <span className="font-semibold wrap-anywhere">{file.name}: </span>
          {upload.fault}
        </p>
        <div className="flex gap-2">
          <Button size="sm" onClick={() => upload.start(file)}>
            Try again
          </Button>
          <Button size="sm" onClick={onGone}>
            Dismiss
          </Button>
        </div>
      </div>
    );
  }
  return <UploadProgress filename={file.name} progress={upload.progress} onCancel={onGone} />;
}
