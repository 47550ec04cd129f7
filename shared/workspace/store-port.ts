import type { DocumentKind, DraftSummary, WorkspaceCursor } from '#shared/contract/workspace.ts';

/** A workspace document by name. `id` follows the contract's `documentId` and begins with the kind: "draft:5f0c…". */
export interface DocumentName {
  readonly id: string;
  readonly kind: DocumentKind;
}

/**
 * A deletion. `seen` is the state vector of what the deleter had: an edit it does not cover wins over the
 * deletion. `at` is milliseconds since 1970.
 */
export interface Deletion {
  readonly seen: Uint8Array;
  readonly at: number;
}

/** A deletion and the document it deletes. */
export interface Tombstone extends DocumentName, Deletion {}

/** `kept` means that the store holds an edit the deleter had not seen, so nothing was removed. */
export type RemoveOutcome = 'removed' | 'kept';

/**
 * Where a device keeps its workspace documents, each a row of Yjs updates: IndexedDB in a browser, SQLite in the
 * desktop's main process, memory in tests. Every promise resolves when what it did would survive a crash, and rejects
 * with {@link NotKeptError} when it did not happen; then nothing of it happened. Updates are idempotent and commute, so
 * the caller may try again at any time and in any order. `store.conformance.ts` proves an implementation.
 */
export interface DocumentStore {
  /** The ids of the living documents of a kind, in no order. */
  list(kind: DocumentKind): Promise<string[]>;
  /** Every update of a document, oldest first; none when it is unknown. A removed document's are still there. */
  load(id: string): Promise<Uint8Array[]>;
  /**
   * What lists say of the living drafts, without those the workflow made; in no order. A draft is opened for it once, and
   * again when it has changed.
   */
  summaries(): Promise<DraftSummary[]>;
  /** Adds an update and makes a document that is not known. An edit no deleter has seen brings a removed one back. */
  append(document: DocumentName, update: Uint8Array): Promise<void>;
  /** Removes a document from the lists, unless it holds an edit that the tombstone does not cover. */
  remove(tombstone: Tombstone): Promise<RemoveOutcome>;
  /** The deletions that stand; more than one of a document where several devices deleted it unseen by each other. */
  tombstones(): Promise<Tombstone[]>;
  /** Makes one update of a document's many. What a reader sees does not change. */
  compact(id: string): Promise<void>;
  /**
   * Forgets for good the words of what was removed before a time (milliseconds since 1970), but of documents whose ids
   * may be used anew; that it was removed is not forgotten.
   */
  purge(before: number): Promise<void>;
}

/** What was done to a document: an update of it, or a deletion by someone who had `seen` so much. */
export type DocumentChange = DocumentName &
  (
    | { readonly type: 'update'; readonly update: Uint8Array }
    | { readonly type: 'delete'; readonly seen: Uint8Array; readonly at: number }
  );

/** A change under the UUID that it has on every device and on the server. */
export type NamedChange = DocumentChange & { readonly changeId: string };

/** A change that came from the server; `changeId` is null where it was made by a comparison. */
export type ReceivedChange = DocumentChange & { readonly changeId: string | null };

/** How far a device has followed a server. */
export interface Place {
  readonly siteId: string;
  /** The last update of the server's log that was taken in; null before the first. */
  readonly cursor: WorkspaceCursor | null;
  /** Nothing is known about what the server has of our documents: it must be compared before anything else. */
  readonly isLost: boolean;
}

/** What was changed by another device or another window. A removed document's `update` may be null. */
export interface ForeignChange {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly update: Uint8Array | null;
  readonly isRemoved: boolean;
}

/** A document as it is stored: its updates, oldest first, and the deletions of it that stand. */
export interface StoredDocument extends DocumentName {
  readonly updates: readonly Uint8Array[];
  readonly deletions: readonly Deletion[];
}

/**
 * A store that is exchanged with a server. It has an outbox: every `append` and `remove` puts its change there under a
 * UUID, in the transaction of the change itself (documents that stay on the device excepted, `document-ids.ts`).
 * A change leaves the outbox when the server gives it back in its log, so what an answer acknowledged and a server
 * lost again, being put back from a copy, is sent once more.
 */
export interface ExchangeStore extends DocumentStore {
  /**
   * What the server has not acknowledged, oldest first: at most `limit` changes and `bytes` of them, at least one;
   * without those named in `except`.
   */
  unsent(page: { limit: number; bytes: number; except?: ReadonlySet<string> }): Promise<NamedChange[]>;
  /** How many changes of each document the server has not acknowledged; documents without any are left out. */
  waiting(): Promise<ReadonlyMap<string, number>>;
  /** The server has these changes, at these places of its log. */
  acknowledge(stored: readonly { id: string; seq: number }[]): Promise<void>;
  /**
   * Puts changes into the outbox that nobody made here just now; the documents themselves stay as they are. Unsent changes
   * that are named in `inPlaceOf` leave it: the new ones say what they said.
   */
  enqueue(changes: readonly NamedChange[], inPlaceOf?: readonly string[]): Promise<void>;
  /**
   * Takes in what the server says and how far that is, all or nothing. Changes that are this device's own are not
   * stored twice. With `isEnd` the server had no more: what it acknowledged and did not give back is unsent again,
   * and a lost place is found. Gives each document that is another one now.
   */
  receive(
    changes: readonly ReceivedChange[],
    place: { siteId: string; cursor: WorkspaceCursor | null; isEnd: boolean },
  ): Promise<readonly ForeignChange[]>;
  /**
   * Whether one of these documents (null: of all) lives again and lacks what this device has forgotten of it. Of those
   * that lived when a comparison began it is not said again: it was asked for, and the server may have forgotten it too.
   */
  lacksBeginnings(ids: readonly string[] | null): Promise<boolean>;
  /** Null before the first exchange. */
  place(): Promise<Place | null>;
  /** The server is this site from now on, and what it has is unknown: the cursor goes, what was acknowledged is unsent. A comparison follows. */
  startOver(siteId: string): Promise<void>;
  /** What was last given to {@link keepDeletionCount}; null for nothing. */
  deletionCount(): Promise<string | null>;
  /** Keeps a text of `deletion-count.ts` in the place of the last one. */
  keepDeletionCount(count: string | null): Promise<void>;
  /** The documents that are exchanged, removed ones too, by their ids; those behind `after` (null: from the first). */
  documents(page: { after: string | null; limit: number }): Promise<StoredDocument[]>;
}

/** The device could not keep what it was given: no storage, a full one, or one that broke off. */
export class NotKeptError extends Error {
  constructor(cause: unknown) {
    super('Not kept on this computer', { cause });
    this.name = 'NotKeptError';
  }
}
