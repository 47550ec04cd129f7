import type { UploadOptions } from '#shared/admin/ports.ts';
import { createImport, IMPORT_FIELD, type SiteImport } from '#shared/contract/imports.ts';
import { sendFile, type UploadWatch } from './upload-file.ts';

/** The upload of a file that posts are imported from. `siteId` is the site that is meant; `watch` a host's own way to tell the progress. */
export const createUploadImport =
  (siteId: string | undefined, watch?: UploadWatch) =>
  (file: File, options: UploadOptions = {}): Promise<SiteImport> =>
    sendFile({ call: createImport, path: createImport.path, field: IMPORT_FIELD, file, siteId, watch }, options);
