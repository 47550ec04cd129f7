import type { UploadOptions } from '#shared/admin/ports.ts';
import { createImport, IMPORT_FIELD, type SiteImport } from '#shared/contract/imports.ts';
import { sendFile, type UploadWatch } from './upload-file.ts';

/**
 * Returns the upload of a file to import posts from. `siteId` is the site that the upload is meant for; `watch` is a
 * host's own way to report the progress.
 */
export const createUploadImport =
  (siteId: string | undefined, watch?: UploadWatch) =>
  (file: File, options: UploadOptions = {}): Promise<SiteImport> =>
    sendFile({ call: createImport, path: createImport.path, field: IMPORT_FIELD, file, siteId, watch }, options);
