import type { Readable } from 'node:stream';
import type { FoundFile } from '../safe-path.ts';

/** A file of a place, identified by its path in the place, with slashes. */
export interface PlacedFile {
  name: string;
  /** The unpacked size in bytes. */
  size: number;
}

/** A file that exists but is not read, and the reason for the owner. */
export interface RefusedFile {
  name: string;
  why: string;
}

/** The place of an export's files: a folder, an archive, or a single file. */
export interface FilePlace {
  /** The path that the owner gave: absolute, without links. */
  path: string;
  /** In the order of their names. */
  files: readonly PlacedFile[];
  refused: readonly RefusedFile[];
  /**
   * A file's bytes, from the beginning.
   * @throws ImportFault when the file cannot be read; the stream fails with the same error
   */
  stream(name: string): Promise<Readable>;
  /** A file on the disk, extracted from its archive; it exists until `MOST_TAKEN_OUT` others have been requested. */
  fileOf(name: string): Promise<FoundFile>;
  /** Closes open files and deletes extracted ones. */
  close(): Promise<void>;
}

/** The number of files extracted from an archive that are kept on the disk at the same time. */
export const MOST_TAKEN_OUT = 100;

/**
 * The largest number of files in a place: a place with more is refused with a message, because the name of each file is
 * kept in memory.
 */
export const MOST_FILES = 100_000;

/** Sorts files by name, whatever their order in the place. */
export function sortedFiles<File extends { name: string }>(files: readonly File[]): File[] {
  return [...files].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
