import type { LostPicture } from './post-pictures.ts';

/** A file that was skipped, and why. */
interface SkippedFile {
  file: string;
  line: number | null;
  message: string;
}

/** What an import did, or with a dry run would do. */
export interface ImportReport {
  /** Markdown files found. */
  files: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: SkippedFile[];
  /** Pictures stored; those that were there already do not count. */
  picturesStored: number;
  lostPictures: LostPicture[];
  /** Of the posts written in this run: what the content pipeline threw away. */
  droppedTemplateTags: number;
  droppedElements: number;
  madeAuthors: string[];
  /** Files that name more than one author: the first is kept. */
  severalAuthors: number;
  /** Posts that got another slug than their file gives, because it was taken or reserved. */
  renamed: { file: string; slug: string }[];
}

export type FileOutcome = 'created' | 'updated' | 'unchanged' | 'skipped';

export function emptyReport(): ImportReport {
  return {
    files: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: [],
    picturesStored: 0,
    lostPictures: [],
    droppedTemplateTags: 0,
    droppedElements: 0,
    madeAuthors: [],
    severalAuthors: 0,
    renamed: [],
  };
}
