import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { UploadedImage } from '#shared/contract/images.ts';
import { waitingPictureAt } from '#shared/kernel/waiting-picture.ts';
import { errorText } from '../error-text.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { notAPicture } from './use-upload.ts';

/** The number of simultaneous uploads: the server makes several files of each picture. */
const AT_ONCE = 2;
/** Milliseconds after which a picture is sent again that exceeded the limit of pictures in a minute. */
const NEXT_TRY = 5000;

/** The upload of one of several files. */
export interface FileUpload {
  number: number;
  file: File;
  state: 'waiting' | 'sending' | 'stored' | 'failed';
  /** The part that has been sent, 0 to 1. */
  progress: number;
  /** Why the upload failed; null if it did not. */
  fault: string | null;
  /** Whether the picture is stored only on this computer, until it can be sent. */
  isHere?: boolean;
}

interface Uploads {
  /** The uploads in the order in which they were added. */
  list: readonly FileUpload[];
  add(files: readonly File[]): void;
  /**
   * Cancels the waiting and the running uploads and removes them from the list; pictures that are stored stay stored.
   */
  cancel(): void;
  retry(upload: FileUpload): void;
  /** Removes the uploads that have ended from the list. */
  clear(): void;
}

/**
 * Uploads any number of files, a few at once. Each upload has its own progress and its own failure, and stops no other.
 * The uploads continue after the screen is left.
 */
export function useUploads(): Uploads {
  const ports = usePorts();
  const queryClient = useQueryClient();
  const [list, setList] = useState<readonly FileUpload[]>([]);
  const queue = useRef<FileUpload[]>([]);
  const underWay = useRef(new Map<number, AbortController>());
  const last = useRef(0);

  const change = (number: number, changes: Partial<FileUpload>) =>
    setList((before) => before.map((upload) => (upload.number === number ? { ...upload, ...changes } : upload)));
  const next = () => {
    while (underWay.current.size < AT_ONCE) {
      const upload = queue.current.shift();
      if (!upload) return;
      void run(upload);
    }
  };
  const run = async ({ number, file }: FileUpload) => {
    const controller = new AbortController();
    underWay.current.set(number, controller);
    change(number, { state: 'sending', progress: 0, fault: null });
    try {
      const stored = await send(ports, file, controller.signal, (progress) => change(number, { progress }));
      ports.analytics.adminAction('image_uploaded', { success: true });
      change(number, { state: 'stored', isHere: waitingPictureAt(stored.url) !== null });
    } catch (error) {
      if (controller.signal.aborted) return;
      ports.analytics.adminAction('image_uploaded', { success: false });
      change(number, { state: 'failed', fault: errorText(error) });
    } finally {
      underWay.current.delete(number);
      void queryClient.invalidateQueries({ queryKey: queryKeys.images });
      next();
    }
  };
  const enqueue = (uploads: readonly FileUpload[]) => {
    queue.current.push(...uploads);
    next();
  };
  return {
    list,
    add(files) {
      const added = files.map((file): FileUpload => {
        const fault = notAPicture(file);
        last.current += 1;
        return { number: last.current, file, state: fault === null ? 'waiting' : 'failed', progress: 0, fault };
      });
      setList((before) => [...before.filter(({ state }) => state !== 'stored'), ...added]);
      enqueue(added.filter(({ state }) => state === 'waiting'));
    },
    cancel() {
      queue.current = [];
      for (const controller of underWay.current.values()) controller.abort();
      setList((before) => before.filter(({ state }) => state === 'stored' || state === 'failed'));
    },
    retry(upload) {
      change(upload.number, { state: 'waiting', fault: null });
      enqueue([upload]);
    },
    clear: () => setList((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}

/** Sends one file, and sends it again if it exceeded the limit of pictures in a minute. */
async function send(
  { uploadPicture }: AdminPorts,
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<UploadedImage> {
  for (;;) {
    try {
      return await uploadPicture(file, { onProgress, signal });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'rate_limited') || signal.aborted) throw error;
    }
    onProgress(0);
    await new Promise((resolve) => setTimeout(resolve, NEXT_TRY));
    signal.throwIfAborted();
  }
}
