import type { Borrow } from '#server/adapters/blobs/site-blobs.ts';
import type { Manifest } from './export-manifest.ts';

/** Where an export is written to. All names are ours and plain. */
export interface ExportTarget {
  writePost(name: string, text: string): Promise<void>;
  /** Takes a file as a picture of this name. False when there is none. */
  addPicture(picture: Borrow, name: string): Promise<boolean>;
  /** Writes the manifest, which makes it an export; answers how many files of an earlier one were taken away. */
  finish(manifest: Manifest): Promise<number>;
}
