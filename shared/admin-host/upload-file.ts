import type { z } from 'zod';
import type { UploadOptions } from '#shared/admin/ports.ts';
import { ApiError, OfflineError, UnexpectedAnswerError } from '#shared/api-client/api-error.ts';
import { type Endpoint, SITE_HEADER } from '#shared/contract/endpoint.ts';

/**
 * How a host says how much of an upload has gone, where the browser does not know it: calls back with the bytes, and answers the
 * header that names the upload. `cancel`: it was called off before its answer was here, which a request does not tell there either.
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
  /** The site that is meant. */
  siteId: string | undefined;
  watch?: UploadWatch | undefined;
}

/** A call of the contract that carries a file, by XMLHttpRequest: `fetch` does not say how much has been sent. */
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
      // The event is no business of whoever watches: a bridge between two worlds does not carry it.
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
