import type { UploadOptions } from '#shared/admin/ports.ts';
import { ApiError, OfflineError, UnexpectedAnswerError } from '#shared/api-client/api-error.ts';
import { SITE_HEADER } from '#shared/contract/endpoint.ts';
import { replaceImage, UPLOAD_FIELD, type UploadedImage, uploadImage } from '#shared/contract/images.ts';

/**
 * The upload of the contract by XMLHttpRequest: `fetch` does not say how much has been sent. `siteId` is the site that is
 * meant.
 */
export const createUploadPicture =
  (siteId: string | undefined) =>
  (file: File, options: UploadOptions = {}): Promise<UploadedImage> =>
    upload(file, siteId, options);

function upload(file: File, siteId: string | undefined, options: UploadOptions): Promise<UploadedImage> {
  const { onProgress, signal, replaces } = options;
  const call = replaces === undefined ? uploadImage : replaceImage;
  const path = call.path.replace(':filename', encodeURIComponent(replaces ?? ''));
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const form = new FormData();
    form.append(UPLOAD_FIELD, file);
    const request = new XMLHttpRequest();
    request.open(call.method, path);
    request.setRequestHeader('accept', 'application/json');
    if (siteId !== undefined) request.setRequestHeader(SITE_HEADER, siteId);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
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
    request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
