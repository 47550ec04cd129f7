import type { DocumentKind, DraftSummary, WorkspaceCursor } from '#shared/contract/workspace.ts';

/**
 * The name of a workspace document. `id` follows the contract's `documentId` and begins with the kind: "draft:5f0c…".
 */
export interface DocumentName {
  readonly id: string;
  readonly kind: DocumentKind;
}

/**
 * A deletion. `seen` is the state vector of what the deleter had: an edit that it does not cover wins over the
 * deletion. `at` is in milliseconds since 1970.
 */
export interface Deletion {
  readonly seen: Uint8Array;
  readonly at: number;
}

/** A deletion and the document it deletes. */
export interface Tombstone extends DocumentName, Deletion {}

/** `kept` means that the store holds an edit that the deleter had not seen, so nothing was removed. */
export type RemoveOutcome = 'removed' | 'kept';

/**
 * The storage of a device's workspace documents, each a series of Yjs updates: IndexedDB in a browser, SQLite in the
 * desktop's main process, memory in tests. Every promise resolves when its write would survive a crash, and rejects
 * with {@link NotKeptError} when the write did not happen; then no part of it happened. Updates are idempotent and
 * commutative, so the caller may retry at any time and in any order. `store.conformance.ts` tests an implementation.
 */
export interface DocumentStore {
  /** Returns the ids of the living documents of a kind, in no particular order. */
  list(kind: DocumentKind): Promise<string[]>;
  /**
   * Returns every update of a document, oldest first; none for an unknown document. The updates of a removed document
   * are still there.
   */
  load(id: string): Promise<Uint8Array[]>;
  /**
   * Returns the summaries of the living drafts for lists, without generated drafts, in no particular order. A draft is
   * opened once for its summary, and again when it has changed.
   */
  summaries(): Promise<DraftSummary[]>;
  /**
   * Adds an update, and creates the document if it is unknown. An edit that no deleter has seen brings a removed
   * document back.
   */
  append(document: DocumentName, update: Uint8Array): Promise<void>;
  /** Removes a document from the lists, unless it holds an edit that the tombstone does not cover. */
  remove(tombstone: Tombstone): Promise<RemoveOutcome>;
  /**
   * Returns the deletions that stand; several of one document if several devices deleted it without seeing each other's
   * deletion.
   */
  tombstones(): Promise<Tombstone[]>;
  /** Replaces a document's updates by a single one. Its contents do not change. */
  compact(id: string): Promise<void>;
  /**
   * Permanently forgets the words of documents that were removed before a time (in milliseconds since 1970), except of
   * documents whose ids may be used again. The removal itself is not forgotten.
   */
  purge(before: number): Promise<void>;
}

/** A change of a document: an update of it, or a deletion by somebody who had `seen` this state. */
export type DocumentChange = DocumentName &
  (
    | { readonly type: 'update'; readonly update: Uint8Array }
    | { readonly type: 'delete'; readonly seen: Uint8Array; readonly at: number }
  );

/** A change under the UUID that it has on every device and on the server. */
export type NamedChange = DocumentChange & { readonly changeId: string };

/** A change that came from the server; `changeId` is null when a comparison made it. */
export type ReceivedChange = DocumentChange & { readonly changeId: string | null };

/** How far a device has followed a server. */
export interface Place {
  readonly siteId: string;
  /** The last update of the server's log that was stored; null before the first. */
  readonly cursor: WorkspaceCursor | null;
  /**
   * Whether it is unknown what the server has of this device's documents: a comparison must come before anything else.
   */
  readonly isLost: boolean;
}

/** A change made by another device or another window. A removed document's `update` may be null. */
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
 * UUID, in the transaction of the change itself (except for documents that stay on the device, `document-ids.ts`). A
 * change leaves the outbox only when the server gives it back in its log. So a change that was acknowledged, and that
 * the server lost again because it was restored from a copy, is sent once more.
 */
export interface ExchangeStore extends DocumentStore {
  /**
   * Returns the changes that the server has not acknowledged, oldest first: at most `limit` changes and `bytes` bytes,
   * but at least one change; without those named in `except`.
   */
  unsent(page: { limit: number; bytes: number; except?: ReadonlySet<string> }): Promise<NamedChange[]>;
  /**
   * Returns the number of changes of each document that the server has not acknowledged; documents without any are left
   * out.
   */
  waiting(): Promise<ReadonlyMap<string, number>>;
  /** Notes that the server has these changes, at these places of its log. */
  acknowledge(stored: readonly { id: string; seq: number }[]): Promise<void>;
  /**
   * Puts changes into the outbox that were not just made here; the documents themselves stay as they are. Unsent
   * changes named in `inPlaceOf` leave the outbox: the new changes replace them.
   */
  enqueue(changes: readonly NamedChange[], inPlaceOf?: readonly string[]): Promise<void>;
  /**
   * Stores the server's changes and the new place, all or nothing. This device's own changes are not stored twice.
   * `isEnd` means that the server had no more: changes that it acknowledged and did not give back are unsent again, and
   * a lost place is found. Returns each document that has changed.
   */
  receive(
    changes: readonly ReceivedChange[],
    place: { siteId: string; cursor: WorkspaceCursor | null; isEnd: boolean },
  ): Promise<readonly ForeignChange[]>;
  /**
   * Whether one of these documents (null: of all documents) lives again and lacks words that this device has forgotten.
   * Documents that lived when a comparison began are not reported again: the server was asked for their words, and may
   * have forgotten them too.
   */
  lacksBeginnings(ids: readonly string[] | null): Promise<boolean>;
  /** Returns null before the first exchange. */
  place(): Promise<Place | null>;
  /**
   * Sets the server's site from now on, with unknown contents: the cursor is dropped, and acknowledged changes are
   * unsent again. A comparison follows.
   */
  startOver(siteId: string): Promise<void>;
  /** Returns the text last given to {@link keepDeletionCount}; null when there is none. */
  deletionCount(): Promise<string | null>;
  /** Stores a text of `deletion-count.ts` in place of the last one. */
  keepDeletionCount(count: string | null): Promise<void>;
  /**
   * Returns the documents that are exchanged, including removed ones, in the order of their ids; those after `after`
   * (null: from the first).
   */
  documents(page: { after: string | null; limit: number }): Promise<StoredDocument[]>;
}

/** Thrown when the device could not store what it was given: there is no storage, it is full, or it failed. */
export class NotKeptError extends Error {
  constructor(cause: unknown) {
    super('Not kept on this computer', { cause });
    this.name = 'NotKeptError';
  }
}
