import { useRef, useState } from 'react';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { UploadedImage } from '#shared/contract/images.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

interface UploadOptions {
  onUploaded: (image: UploadedImage) => void;
  /** The title of the toast on failure. */
  failureTitle?: string;
}

interface Upload {
  /** The name of the file that is being uploaded; null for none. */
  filename: string | null;
  /** The part that has been sent, 0 to 1. */
  progress: number;
  /** Why the last upload failed, for the widget; null if it did not. */
  fault: string | null;
  /** Sends a picture. A file that is not a picture is not sent. */
  start: (file: File) => void;
  cancel: () => void;
}

/** Whether the server has examined a file and found no picture that it can use. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'picture_refused' || error.code === 'payload_too_large');
}

/** Says, in words for the owner, that a file by its own type is not a picture; null for a file that may be one. */
export function notAPicture(file: File): string | null {
  return file.type.startsWith('image/') ? null : `"${file.name}" is not a picture.`;
}

/** One upload at a time, with its progress, its cancellation and its failure. */
export function useUpload({ onUploaded, failureTitle = 'Upload Failed' }: UploadOptions): Upload {
  const { uploadPicture } = usePorts();
  const toast = useToast();
  const [progress, setProgress] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  const underWay = useRef<AbortController | null>(null);
  const upload = useAction({
    name: 'image_uploaded',
    run(_ports, file: File) {
      const controller = new AbortController();
      underWay.current = controller;
      return uploadPicture(file, { onProgress: setProgress, signal: controller.signal });
    },
    refreshes: [queryKeys.images],
    // The failure is reported below.
    explain: () => null,
    onSuccess: onUploaded,
  });

  return {
    filename: upload.isPending ? upload.variables.name : null,
    progress,
    fault,
    start(file) {
      if (upload.isPending) return;
      const refusal = notAPicture(file);
      setFault(refusal);
      if (refusal !== null) return;
      setProgress(0);
      upload.mutate(file, {
        onError(error) {
          if (underWay.current?.signal.aborted) return;
          setFault(errorText(error));
          // Trying again would not help: the reason, shown in the picture's place, says everything.
          if (isRefused(error)) return;
          toast({
            title: failureTitle,
            description: 'Failed to upload image. Please try again.',
            variant: 'destructive',
          });
        },
      });
    },
    cancel: () => underWay.current?.abort(),
  };
}
