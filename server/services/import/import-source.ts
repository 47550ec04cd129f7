import type { FrontMatter } from '#shared/content/front-matter/front-matter.ts';
import type { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { Manifest } from '../export/export-manifest.ts';
import type { PictureFinder } from './find-picture.ts';

/** A post as its source has it. */
export interface SourcePost {
  /**
   * What the report calls it: a file by its path from the folder, anything else by what its owner knows it by. What the
   * post names with a relative address is looked for from here.
   */
  file: string;
  /** Its fields; what the source does not say is left out. */
  front: Pick<FrontMatter, 'title'> & Partial<FrontMatter>;
  /** Its text as Markdown, in which HTML may stand. */
  body: string;
  /** When it appeared: milliseconds since 1970; null where the source does not say. */
  date: number | null;
  /** The slug it has there: the same in every run, for posts are found again by it. */
  sourceSlug: string;
  /** Where a field stands, for what is wrong with it: a line counted from 1; null where the source has no lines. */
  lineOf(field: keyof FrontMatter, entry?: number): number | null;
  /** The line its text begins on; null likewise. */
  bodyLine: number | null;
}

/** What cannot be read as a post. The rest of the source goes on. */
export interface UnreadPost {
  file: string;
  fault: ImportFault;
}

/** A place posts are read from. */
export interface ImportSource {
  /** Every post, in the same order in every run: of two with the same slug the later one is numbered. */
  posts(): AsyncIterable<SourcePost | UnreadPost>;
  /** Finds the files of the pictures that posts name. */
  findPicture: PictureFinder;
  /** What an export of ours says of itself, whose posts are taken to the letter; null for posts of another program. */
  manifest: Manifest | null;
}

/** A kind of place that posts can be read from. */
export interface SourceKind {
  /** What it is, for the one who types the command: "a folder of Markdown files". */
  says: string;
  /**
   * Opens what lies at `path` (absolute, without links); null where that is of another kind.
   * @throws ImportFault where it is of this kind and cannot be read
   */
  open(path: string): Promise<ImportSource | null>;
}
