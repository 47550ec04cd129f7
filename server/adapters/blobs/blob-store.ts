import type { Readable } from 'node:stream';

/** What is known of a blob. */
export interface BlobHead {
  /** Its place below the store's address: "uploads/3f….webp", {@link checkKey}. */
  key: string;
  /** Bytes. */
  size: number;
  /** Other bytes, another one. Good for comparing alone: each kind of store makes its own. */
  etag: string;
  /** When it was put, in milliseconds since 1970, by the store's clock. */
  modified: number;
  /** Of all its bytes, in hex, as whoever put it has said; null where the store was told none, and in every list. */
  sha256: string | null;
}

/** A blob that is being read. Whoever does not read `body` to its end destroys it. */
export interface BlobRead {
  head: BlobHead;
  /** Fails with a BlobFault where bytes are missing, or others than were put. */
  body: Readable;
}

/** Bytes of a blob: from `start` on, up to and with `end` or the last one. */
export interface BlobRange {
  start: number;
  end?: number;
}

/** What is put: bytes; a file of this machine, which is read; what a stream gives; what is written into a new file. */
export type BlobSource = Buffer | Readable | { file: string } | { make: (file: string) => Promise<void> };

/** What an object store is to say when others read the blob from it; a folder keeps none of it. */
export interface BlobLabels {
  type?: string | undefined;
  cacheControl?: string | undefined;
  /** The address to which a bucket that is served as a site leads whoever asks for the blob. ASCII. */
  redirect?: string | undefined;
}

/** When a blob is put: where there is none of its key, or where the one that is there has this etag. */
export type BlobCondition = { isNew: true } | { etag: string };

/**
 * Where files are kept that are no database: a folder, or an object store. What is put is there whole or not at all, also
 * after a crash, and readers of what was there before are not disturbed. Everything rejects with a BlobFault for what the
 * owner can mend, and with the system's own error where the disk of this machine is full.
 */
export interface BlobStore {
  /** As the owner writes it: a folder's path, or "s3://bucket/prefix". */
  readonly address: string;
  /** The folder below which each blob is a file named by its key; null for a store elsewhere. */
  readonly folder: string | null;
  put(key: string, source: BlobSource, labels?: BlobLabels): Promise<BlobHead>;
  /** Null, and nothing is changed, where the condition does not hold. Of several at once one wins. */
  putIf(key: string, source: BlobSource, condition: BlobCondition, labels?: BlobLabels): Promise<BlobHead | null>;
  /** Null where there is none. A range that begins behind the last byte is a BlobFault. */
  get(key: string, range?: BlobRange): Promise<BlobRead | null>;
  /** As `get`; 'same' where the blob has this etag still, of which nothing is read then. */
  getOther(key: string, etag: string): Promise<BlobRead | 'same' | null>;
  head(key: string): Promise<BlobHead | null>;
  /** The blobs of a folder ("uploads", or "" for the store itself) by name; with `isDeep` those of the folders in it too. */
  list(folder: string, options?: { isDeep?: boolean }): AsyncIterable<BlobHead>;
  /** The names of the blobs that lie in a folder itself, in no order; cheaper than `list` where nothing else is of use. */
  names(folder: string): Promise<string[]>;
  /** One that is not there is no error. */
  delete(key: string): Promise<void>;
  /**
   * Takes away what puts into a folder have left that were never finished: begun before `before` (milliseconds since
   * 1970), and to become a blob of a name that `isOurs`. Gives what was taken away, in words for the log.
   */
  dropUnfinished(folder: string, options: { before: number; isOurs: (name: string) => boolean }): Promise<string[]>;
}
