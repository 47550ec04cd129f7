import type { Readable } from 'node:stream';
import type { FoundFile } from '../safe-path.ts';

/** A file of a place by its path in it, with slashes. */
export interface PlacedFile {
  name: string;
  /** Bytes, unpacked. */
  size: number;
}

/** A file that is there and is not read, and why, for the owner. */
export interface RefusedFile {
  name: string;
  why: string;
}

/** Where the files of an export lie: in a folder, in an archive, or one by itself. */
export interface FilePlace {
  /** What the owner gave: absolute, without links. */
  path: string;
  /** In the order of their names. */
  files: readonly PlacedFile[];
  refused: readonly RefusedFile[];
  /**
   * A file's bytes, from the beginning.
   * @throws ImportFault where it cannot be read; the stream fails likewise
   */
  stream(name: string): Promise<Readable>;
  /** A file on the disk, taken out of its archive; it is there until `MOST_TAKEN_OUT` others have been asked for. */
  fileOf(name: string): Promise<FoundFile>;
  /** Gives up what is open and what was taken out. */
  close(): Promise<void>;
}

/** Files taken out of an archive that are kept on the disk at the same time. */
export const MOST_TAKEN_OUT = 100;

/** Files a place may hold: more are refused in words, for each is held in memory by its name. */
export const MOST_FILES = 100_000;

/** In the order of their names, whatever the order they lie in. */
export function sortedFiles<File extends { name: string }>(files: readonly File[]): File[] {
  return [...files].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
