import type { UploadOptions } from '#shared/admin/ports.ts';
import { replaceImage, UPLOAD_FIELD, type UploadedImage, uploadImage } from '#shared/contract/images.ts';
import { sendFile, type UploadWatch } from './upload-file.ts';

/** The upload of a picture, or of one that takes another's place. `siteId` is the site that is meant; `watch` a host's own way to tell the progress. */
export const createUploadPicture =
  (siteId: string | undefined, watch?: UploadWatch) =>
  (file: File, options: UploadOptions = {}): Promise<UploadedImage> => {
    const call = options.replaces === undefined ? uploadImage : replaceImage;
    const path = call.path.replace(':filename', encodeURIComponent(options.replaces ?? ''));
    return sendFile({ call, path, field: UPLOAD_FIELD, file, siteId, watch }, options);
  };
