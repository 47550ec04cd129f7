import type { DocumentKind } from '#shared/contract/workspace.ts';

/** A workspace document by name. `id` follows the contract's `documentId`. */
export interface DocumentName {
  readonly id: string;
  readonly kind: DocumentKind;
}

/**
 * A deletion. `seen` is the state vector of what the deleter had: an edit it does not cover wins over the deletion
 * (design §9). `at` is milliseconds since 1970.
 */
export interface Tombstone extends DocumentName {
  readonly seen: Uint8Array;
  readonly at: number;
}

/** `kept` means that the store holds an edit the deleter had not seen, so nothing was removed. */
export type RemoveOutcome = 'removed' | 'kept';

/**
 * Where a device keeps its workspace documents, each a row of Yjs updates: IndexedDB in a browser, SQLite in the
 * desktop's main process, memory in tests. Every promise resolves when what it did would survive a crash, and rejects
 * with {@link NotKeptError} when it did not happen; then nothing of it happened. Updates are idempotent and commute, so
 * the caller may try again at any time and in any order. `store.contract.ts` proves an implementation.
 */
export interface DocumentStore {
  /** The ids of the living documents of a kind, in no order. */
  list(kind: DocumentKind): Promise<string[]>;
  /** Every update of a document, oldest first; none when it is unknown. A removed document's are still there. */
  load(id: string): Promise<Uint8Array[]>;
  /** Adds an update and makes a document that is not known. An edit no deleter has seen brings a removed one back. */
  append(document: DocumentName, update: Uint8Array): Promise<void>;
  /** Removes a document from the lists, unless it holds an edit that the tombstone does not cover. */
  remove(tombstone: Tombstone): Promise<RemoveOutcome>;
  /** The deletions that stand. */
  tombstones(): Promise<Tombstone[]>;
  /** Makes one update of a document's many. What a reader sees does not change. */
  compact(id: string): Promise<void>;
  /** Forgets for good what was removed before a time (milliseconds since 1970); its tombstone stays. */
  purge(before: number): Promise<void>;
}

/** The device could not keep what it was given: no storage, a full one, or one that broke off. */
export class NotKeptError extends Error {
  constructor(cause: unknown) {
    super('Not kept on this computer', { cause });
    this.name = 'NotKeptError';
  }
}
