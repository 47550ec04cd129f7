import type { z } from 'zod';
import type { UploadOptions } from '#shared/admin/ports.ts';
import { ApiError, OfflineError, UnexpectedAnswerError } from '#shared/api-client/api-error.ts';
import { type Endpoint, SITE_HEADER } from '#shared/contract/endpoint.ts';

/**
 * A host's way to report the progress of an upload, when the browser does not know it: calls back with the bytes sent,
 * and returns the header that names the upload. `cancel` is called when the upload was cancelled before its answer
 * came, which a request does not report there either.
 */
export type UploadWatch = (onSent: (bytes: number) => void) => {
  header: [name: string, value: string];
  cancel(): void;
  end(): void;
};

interface FileToSend<Answer> {
  call: Endpoint & { readonly response: z.ZodType<Answer> };
  /** The call's path with its parameters. */
  path: string;
  field: string;
  file: File;
  /** The site that the upload is meant for. */
  siteId: string | undefined;
  watch?: UploadWatch | undefined;
}

/**
 * Makes a call of the contract that carries a file, by XMLHttpRequest: `fetch` does not report how much has been sent.
 */
export function sendFile<Answer>(sent: FileToSend<Answer>, { onProgress, signal }: UploadOptions): Promise<Answer> {
  const { call, path, field, file, siteId, watch } = sent;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const form = new FormData();
    form.append(field, file);
    const request = new XMLHttpRequest();
    request.open(call.method, path);
    request.setRequestHeader('accept', 'application/json');
    if (siteId !== undefined) request.setRequestHeader(SITE_HEADER, siteId);
    const watched = watch?.((bytes) => onProgress?.(Math.min(1, bytes / Math.max(1, file.size))));
    if (watched) {
      request.setRequestHeader(...watched.header);
      // The event is not passed on: a bridge between two worlds cannot carry it.
      request.onloadend = () => watched.end();
    } else {
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    }
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) return reject(new ApiError(status, statusText, responseText));
      try {
        resolve(call.response.parse(JSON.parse(responseText)));
      } catch (error) {
        reject(new UnexpectedAnswerError(call.name, error));
      }
    };
    request.onerror = () => reject(new OfflineError(new Error('The upload broke off')));
    request.onabort = () => {
      watched?.cancel();
      reject(signal?.reason ?? new DOMException('The upload was cancelled', 'AbortError'));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
