/** What an import brought of an export beside its posts, and with a trial run would bring. */
export interface BroughtParts {
  tags: number;
  formerAddresses: number;
  prompts: number;
  settings: number;
  subscribers: number;
}

const nothingBrought: BroughtParts = { tags: 0, formerAddresses: 0, prompts: 0, settings: 0, subscribers: 0 };

/** A picture a post names and does not get. */
export interface LostPicture {
  file: string;
  address: string;
  /** Why it was refused; null for one that is not there. */
  reason: string | null;
}

/** A post that was skipped, and why. `file` is what its source calls it, here and below. */
interface SkippedFile {
  file: string;
  line: number | null;
  message: string;
}

/** What an import did, or with a dry run would do. */
export interface ImportReport {
  /** Posts found, those that cannot be read too. */
  files: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Changed there, and edited here since they were brought: they keep their words. */
  kept: number;
  keptPosts: { file: string; slug: string }[];
  /** Pages that are to stay out. */
  leftOut: number;
  skipped: SkippedFile[];
  /** Pictures stored; those that were there already do not count. */
  picturesStored: number;
  lostPictures: LostPicture[];
  /** Pictures at addresses of the web that posts go on showing from there. */
  picturesElsewhere: number;
  /** Of the posts written in this run: what the content pipeline threw away. */
  droppedTemplateTags: number;
  droppedElements: number;
  madeAuthors: string[];
  /** Redirects of an export that were not here yet. */
  redirects: number;
  /** Codices of an export whose categories had none here. */
  codices: number;
  /** What else of an export was not here yet. */
  parts: BroughtParts;
  /** Posts that name more than one author: the first is kept. */
  severalAuthors: number;
  /** Posts that got another slug than their source gives, because it was taken or reserved. */
  renamed: { file: string; slug: string }[];
}

export type FileOutcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'leftOut' | 'skipped';

export function emptyReport(): ImportReport {
  return {
    files: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    kept: 0,
    keptPosts: [],
    leftOut: 0,
    skipped: [],
    picturesStored: 0,
    lostPictures: [],
    picturesElsewhere: 0,
    droppedTemplateTags: 0,
    droppedElements: 0,
    madeAuthors: [],
    redirects: 0,
    codices: 0,
    parts: nothingBrought,
    severalAuthors: 0,
    renamed: [],
  };
}
