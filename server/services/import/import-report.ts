/** The number of things besides posts that an import added from an export, or would add in a dry run. */
export interface BroughtParts {
  tags: number;
  formerAddresses: number;
  prompts: number;
  settings: number;
  subscribers: number;
}

const nothingBrought: BroughtParts = { tags: 0, formerAddresses: 0, prompts: 0, settings: 0, subscribers: 0 };

/** A picture that a post names but that was not imported. */
export interface LostPicture {
  file: string;
  address: string;
  /** The reason why the picture was refused; null when it does not exist. */
  reason: string | null;
}

/** A post that was skipped, and the reason. `file` is its name in the source, here and below. */
interface SkippedFile {
  file: string;
  line: number | null;
  message: string;
}

/** The actions of an import, or the actions that a dry run would perform. */
export interface ImportReport {
  /** The number of posts found, including those that cannot be read. */
  files: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Posts that changed in the source and were edited here since their import: they keep the text they have here. */
  kept: number;
  keptPosts: { file: string; slug: string }[];
  /** Pages that are not to be imported. */
  leftOut: number;
  skipped: SkippedFile[];
  /** Stored pictures; pictures that existed already do not count. */
  picturesStored: number;
  lostPictures: LostPicture[];
  /** Pictures on other sites that posts still show from there. */
  picturesElsewhere: number;
  /** What the content pipeline discarded from the posts written in this run. */
  droppedTemplateTags: number;
  droppedElements: number;
  madeAuthors: string[];
  /** Redirects of an export that did not exist here yet. */
  redirects: number;
  /** Codices of an export whose categories had none here. */
  codices: number;
  /** Other data of an export that did not exist here yet. */
  parts: BroughtParts;
  /** Posts that name more than one author: the first author is kept. */
  severalAuthors: number;
  /** Posts that got another slug than in their source, because that slug was taken or reserved. */
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
