import type { FrontMatter } from '#shared/content/front-matter/front-matter.ts';
import type { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { Manifest } from '../export/export-manifest.ts';
import type { PictureFinder } from './find-picture.ts';

/** A post as its source contains it. */
export interface SourcePost {
  /**
   * The post's name in the report: for a file its path from the folder, otherwise the name by which its owner knows it.
   * Relative addresses in the post are resolved from here.
   */
  file: string;
  /** The post's fields; fields that the source does not give are omitted. */
  front: Pick<FrontMatter, 'title'> & Partial<FrontMatter>;
  /** The post's text as Markdown, which may contain HTML. */
  body: string;
  /** The publication time in milliseconds since 1970; null when the source does not give one. */
  date: number | null;
  /** The post's slug in the source: the same in every run, because posts are found again by it. */
  sourceSlug: string;
  /** The line of a field, for fault messages, counted from 1; null when the source has no lines. */
  lineOf(field: keyof FrontMatter, entry?: number): number | null;
  /** The line on which the text begins; null when the source has no lines. */
  bodyLine: number | null;
  /** Whether it is a page, which is not in any of the source's lists of posts. */
  isPage?: boolean;
  /**
   * The old addresses of the post, as paths from the root, with a query if it is part of the address: "/2014/03/tea/",
   * "/?p=7".
   */
  oldAddresses?: readonly string[];
  /** The archive lists by date that contained the post in the source; the list of a day has the period of its month. */
  archives?: readonly SourceArchive[];
  /**
   * The text as the source has it, as HTML, if `body` was made from HTML: the receipt compares the words of both.
   * Omitted when the source's own text is Markdown.
   */
  original?: string;
  /**
   * Parts of the text that Markdown cannot express, and what they became or that they were left out: "A contact form
   * was left out".
   */
  notes?: readonly string[];
}

/** A list of the posts of a period; `address` has the form of `SourcePost.oldAddresses`. */
export interface SourceArchive {
  address: string;
  /** The period in the form of our archive: "2014" or "2014-03". */
  period: string;
}

/** An entry that cannot be read as a post. The rest of the source is still imported. */
export interface UnreadPost {
  file: string;
  fault: ImportFault;
}

/** An author of the source. As for a post, `file` in this and the following types names the place in the source. */
export interface SourceAuthor {
  kind: 'author';
  file: string;
  /** The author's name as posts give it. */
  name: string;
  slug: string;
  email: string | null;
  bio: string | null;
  /** The address of a picture, in the form in which posts name pictures. */
  avatar: string | null;
  /** In the form of `SourcePost.oldAddresses`, here and below. */
  oldAddresses: readonly string[];
}

/** A category or tag of the source; `name` is written as in posts. */
export interface SourceTerm {
  kind: 'tag' | 'category';
  file: string;
  name: string;
  slug: string;
  description: string | null;
  oldAddresses: readonly string[];
}

/** A redirect of the source. */
export interface SourceRedirect {
  kind: 'redirect';
  file: string;
  /** A path from the root, with its query. */
  from: string;
  /** A path from the root, or a whole address. */
  to: string;
  isPermanent: boolean;
}

/** A person who follows the source's site by e-mail. */
export interface SourceSubscriber {
  kind: 'subscriber';
  file: string;
  email: string;
  name: string | null;
  /** False for a person who has unsubscribed. */
  isSubscribed: boolean;
  /** Milliseconds since 1970; null when the source does not say. */
  since: number | null;
}

/** A picture of the source's library, whether a post shows it or not. */
export interface SourcePicture {
  kind: 'picture';
  file: string;
  /** The address as posts write it. */
  address: string;
  title: string | null;
  alt: string | null;
  oldAddresses: readonly string[];
}

/** An item that has no place here, for example a comment. It is reported and not imported. */
export interface LeftOut {
  kind: 'left-out';
  file: string;
  /** The kind of item in the singular: "comment", "menu item". */
  what: string;
  /** The reason, for the owner. */
  why: string;
}

export type SourceItem = SourceAuthor | SourceTerm | SourceRedirect | SourceSubscriber | SourcePicture | LeftOut;

/** A place from which posts are read. Everything in it is either a post or an item, and an import accounts for each. */
export interface ImportSource {
  /** The program from which the source comes, for the owner: "Ghost 6.2", "WordPress". */
  program: string;
  /**
   * The address of the source's site, "https://old.example", by which internal links are recognized; null when it is
   * not known.
   */
  siteUrl: string | null;
  /**
   * Yields every post and page, in the same order in every run: of two with the same slug the later one gets a number.
   * May be called several times; only a few texts are in memory at once.
   */
  posts(): AsyncIterable<SourcePost | UnreadPost>;
  /** Yields all other items, in the same way. */
  items(): AsyncIterable<SourceItem>;
  /** Finds the files of the pictures that posts name. */
  findPicture: PictureFinder;
  /**
   * The manifest of our own export, whose posts are imported exactly as they are; null for posts of another program.
   */
  manifest: Manifest | null;
  /** Closes open files, and deletes the source's temporary files. */
  close(): Promise<void>;
}

/** A kind of source from which posts can be read. */
export interface SourceKind {
  /** A description for the person who types the command: "a folder of Markdown files". */
  says: string;
  /**
   * Opens the source at `path` (absolute, without links); null when it is of another kind.
   * @throws ImportFault when it is of this kind and cannot be read
   */
  open(path: string): Promise<ImportSource | null>;
}
