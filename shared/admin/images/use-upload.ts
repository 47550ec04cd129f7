import { useRef, useState } from 'react';
import type { UploadedImage } from '#shared/contract/images.ts';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

interface UploadOptions {
  onUploaded: (image: UploadedImage) => void;
  /** Title of the toast on failure. */
  failureTitle?: string;
}

interface Upload {
  /** Name of the file on its way; null when none is. */
  filename: string | null;
  /** The part that is sent, 0 to 1. */
  progress: number;
  /** Why the last one failed, for the widget. */
  fault: string | null;
  /** Sends a picture. What is no picture is not sent. */
  start: (file: File) => void;
  cancel: () => void;
}

/** One upload at a time, with its progress, its cancelling and its failure. */
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
    // The toast says the same for every failure; the reason is shown where the picture would be.
    explain: () => null,
    onSuccess: onUploaded,
  });

  return {
    filename: upload.isPending ? upload.variables.name : null,
    progress,
    fault,
    start(file) {
      if (upload.isPending) return;
      if (!file.type.startsWith('image/')) {
        setFault(`"${file.name}" is not a picture.`);
        return;
      }
      setFault(null);
      setProgress(0);
      upload.mutate(file, {
        onError(error) {
          if (underWay.current?.signal.aborted) return;
          setFault(errorText(error));
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
