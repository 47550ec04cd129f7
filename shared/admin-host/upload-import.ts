import type { UploadOptions } from '#shared/admin/ports.ts';
import { createImport, IMPORT_FIELD, type SiteImport } from '#shared/contract/imports.ts';
import { sendFile } from './send-file.ts';

/** The upload of a file that posts are imported from. `siteId` is the site that is meant. */
export const createUploadImport =
  (siteId: string | undefined) =>
  (file: File, options: UploadOptions = {}): Promise<SiteImport> =>
    sendFile({ call: createImport, path: createImport.path, field: IMPORT_FIELD, file, siteId }, options);
