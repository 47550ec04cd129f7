import type { Borrow } from '#server/adapters/blobs/site-blobs.ts';
import type { Manifest } from './export-manifest.ts';

/** The target to which an export is written. All names are our own and plain. */
export interface ExportTarget {
  writePost(name: string, text: string): Promise<void>;
  /** Adds a file as a picture of this name. False when the file does not exist. */
  addPicture(picture: Borrow, name: string): Promise<boolean>;
  /** Writes the manifest, which completes the export; returns how many files of an earlier export were removed. */
  finish(manifest: Manifest): Promise<number>;
}
