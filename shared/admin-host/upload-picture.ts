import type { UploadOptions } from '#shared/admin/ports.ts';
import { replaceImage, UPLOAD_FIELD, type UploadedImage, uploadImage } from '#shared/contract/images.ts';
import { sendFile, type UploadWatch } from './upload-file.ts';

/**
 * Returns the upload of a picture, or of one that replaces another. `siteId` is the site that the upload is meant for;
 * `watch` is a host's own way to report the progress.
 */
export const createUploadPicture =
  (siteId: string | undefined, watch?: UploadWatch) =>
  (file: File, options: UploadOptions = {}): Promise<UploadedImage> => {
    const call = options.replaces === undefined ? uploadImage : replaceImage;
    const path = call.path.replace(':filename', encodeURIComponent(options.replaces ?? ''));
    return sendFile({ call, path, field: UPLOAD_FIELD, file, siteId, watch }, options);
  };
