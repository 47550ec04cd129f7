import type { Readable } from 'node:stream';

/** The metadata of a blob. */
export interface BlobHead {
  /** The place of the blob below the store's address: "uploads/3f….webp", see {@link checkKey}. */
  key: string;
  /** The size in bytes. */
  size: number;
  /** Differs for other bytes. It is good for comparing only: each kind of store makes its own. */
  etag: string;
  /** The time at which it was put, in milliseconds since 1970, by the store's clock. */
  modified: number;
  /** The SHA-256 of all its bytes, in hex, as given with the put; null when none was given, and in every list. */
  sha256: string | null;
}

/** A blob that is being read. A caller that does not read `body` to its end must destroy it. */
export interface BlobRead {
  head: BlobHead;
  /** Fails with a BlobFault when bytes are missing or differ from those that were put. */
  body: Readable;
}

/** A range of a blob's bytes: from `start` to `end` inclusive, or to the last byte. */
export interface BlobRange {
  start: number;
  end?: number;
}

/**
 * The source of a blob: bytes; a file of this machine, which is read; a stream; or a function that writes a new file.
 */
export type BlobSource = Buffer | Readable | { file: string } | { make: (file: string) => Promise<void> };

/** The labels with which an object store serves the blob to others; a folder stores none of them. */
export interface BlobLabels {
  type?: string | undefined;
  cacheControl?: string | undefined;
  /** The address to which a bucket that is served as a site redirects requests for the blob. ASCII. */
  redirect?: string | undefined;
}

/** The condition under which a blob is put: there is no blob with its key, or the existing one has this etag. */
export type BlobCondition = { isNew: true } | { etag: string };

/**
 * A store for files outside the database: a folder, or an object store. A put is atomic, also after a crash, and does
 * not disturb readers of the previous blob. Everything rejects with a BlobFault for faults that the owner can correct,
 * and with the system's own error when the disk of this machine is full.
 */
export interface BlobStore {
  /** The address as the owner writes it: a folder's path, or "s3://bucket/prefix". */
  readonly address: string;
  /** The folder in which each blob is a file named by its key; null for a remote store. */
  readonly folder: string | null;
  put(key: string, source: BlobSource, labels?: BlobLabels): Promise<BlobHead>;
  /** Returns null, with nothing changed, when the condition does not hold. Of several puts at once, one wins. */
  putIf(key: string, source: BlobSource, condition: BlobCondition, labels?: BlobLabels): Promise<BlobHead | null>;
  /** Returns null when there is no such blob. A range that begins after the last byte is a BlobFault. */
  get(key: string, range?: BlobRange): Promise<BlobRead | null>;
  /** Does the same as `get`; returns 'same', without reading, when the blob still has this etag. */
  getOther(key: string, etag: string): Promise<BlobRead | 'same' | null>;
  head(key: string): Promise<BlobHead | null>;
  /**
   * Lists the blobs of a folder ("uploads", or "" for the store itself) by name; with `isDeep` also those of its
   * subfolders.
   */
  list(folder: string, options?: { isDeep?: boolean }): AsyncIterable<BlobHead>;
  /**
   * Returns the names of the blobs in the folder itself, in no order; cheaper than `list` when nothing else is needed.
   */
  names(folder: string): Promise<string[]>;
  /** Deletes a blob. A missing blob is no error. */
  delete(key: string): Promise<void>;
  /**
   * Removes what unfinished puts have left in a folder: puts that began before `before` (milliseconds since 1970), for
   * a blob whose name `isOurs`. Returns what was removed, in words for the log.
   */
  dropUnfinished(folder: string, options: { before: number; isOurs: (name: string) => boolean }): Promise<string[]>;
}
