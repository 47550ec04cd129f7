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
  /** A page there, which stands in none of its lists of posts. */
  isPage?: boolean;
  /**
   * The addresses at which its readers found it, as paths from the root, with a query where one belongs to it:
   * "/2014/03/tea/", "/?p=7".
   */
  oldAddresses?: readonly string[];
  /** The lists by time in which its readers found it there, those of a day as of their month. */
  archives?: readonly SourceArchive[];
  /**
   * Its text as the source has it, as HTML, where `body` was made from that: the receipt compares the words of both. Left out
   * where the source's own text is Markdown.
   */
  original?: string;
  /** What of its text has no Markdown, and what was made of it or left out: "A contact form was left out". */
  notes?: readonly string[];
}

/** A list of the posts of a time; `address` as one of `SourcePost.oldAddresses`. */
export interface SourceArchive {
  address: string;
  /** As our archive has it, "2014" or "2014-03". */
  period: string;
}

/** What cannot be read as a post. The rest of the source goes on. */
export interface UnreadPost {
  file: string;
  fault: ImportFault;
}

/** Somebody who wrote there. `file` says of each of these where it stands in the source, as for a post. */
export interface SourceAuthor {
  kind: 'author';
  file: string;
  /** As posts name their author. */
  name: string;
  slug: string;
  email: string | null;
  bio: string | null;
  /** Address of a picture, as posts name theirs. */
  avatar: string | null;
  /** As `SourcePost.oldAddresses`, here and below. */
  oldAddresses: readonly string[];
}

/** What posts are filed under there; `name` is as they name it. */
export interface SourceTerm {
  kind: 'tag' | 'category';
  file: string;
  name: string;
  slug: string;
  description: string | null;
  oldAddresses: readonly string[];
}

/** An address that led elsewhere there. */
export interface SourceRedirect {
  kind: 'redirect';
  file: string;
  /** A path from the root, with its query. */
  from: string;
  /** A path from the root, or a whole address. */
  to: string;
  isPermanent: boolean;
}

/** Somebody who follows by e-mail there. */
export interface SourceSubscriber {
  kind: 'subscriber';
  file: string;
  email: string;
  name: string | null;
  /** False for one who has unsubscribed. */
  isSubscribed: boolean;
  /** Milliseconds since 1970; null where the source does not say. */
  since: number | null;
}

/** A picture of its library, whether a post shows it or not. */
export interface SourcePicture {
  kind: 'picture';
  file: string;
  /** As posts name it. */
  address: string;
  title: string | null;
  alt: string | null;
  oldAddresses: readonly string[];
}

/** What has no place here, such as a comment. It is told and not brought in. */
export interface LeftOut {
  kind: 'left-out';
  file: string;
  /** In the singular: "comment", "menu item". */
  what: string;
  /** Why, for the owner. */
  why: string;
}

export type SourceItem = SourceAuthor | SourceTerm | SourceRedirect | SourceSubscriber | SourcePicture | LeftOut;

/** A place posts are read from. Everything it holds is either a post or an item: an import accounts for each. */
export interface ImportSource {
  /** The program it comes from, for the owner: "Ghost 6.2", "WordPress". */
  program: string;
  /** The address of its site, "https://old.example", by which links to itself are known; null where it is not known. */
  siteUrl: string | null;
  /**
   * Every post and page, in the same order in every run: of two with the same slug the later one is numbered. May be
   * asked for several times; no more than a few texts are held at once.
   */
  posts(): AsyncIterable<SourcePost | UnreadPost>;
  /** Everything else it holds, likewise. */
  items(): AsyncIterable<SourceItem>;
  /** Finds the files of the pictures that posts name. */
  findPicture: PictureFinder;
  /** What an export of ours says of itself, whose posts are taken to the letter; null for posts of another program. */
  manifest: Manifest | null;
  /** Gives up what it has open, and what it has put on the disk for itself. */
  close(): Promise<void>;
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
