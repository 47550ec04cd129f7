import type { UploadOptions } from '#shared/admin/ports.ts';
import { replaceImage, UPLOAD_FIELD, type UploadedImage, uploadImage } from '#shared/contract/images.ts';
import { sendFile } from './send-file.ts';

/** The upload of a picture, or of one that takes another's place. `siteId` is the site that is meant. */
export const createUploadPicture =
  (siteId: string | undefined) =>
  (file: File, options: UploadOptions = {}): Promise<UploadedImage> => {
    const call = options.replaces === undefined ? uploadImage : replaceImage;
    const path = call.path.replace(':filename', encodeURIComponent(options.replaces ?? ''));
    return sendFile({ call, path, field: UPLOAD_FIELD, file, siteId }, options);
  };
