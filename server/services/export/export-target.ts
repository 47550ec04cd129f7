import type { Manifest } from './export-manifest.ts';

/** Where an export is written to. All names are ours and plain. */
export interface ExportTarget {
  writePost(name: string, text: string): Promise<void>;
  /** Takes the first of these files that is there as a picture of this name. False when none is. */
  addPicture(sources: readonly string[], name: string): Promise<boolean>;
  /** Writes the manifest, which makes it an export; answers how many files of an earlier one were taken away. */
  finish(manifest: Manifest): Promise<number>;
}
