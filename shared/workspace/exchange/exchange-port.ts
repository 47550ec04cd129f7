import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type {
  compareWorkspace,
  DocumentStatus,
  ExchangeState,
  pullUpdates,
  WorkspaceCursor,
  WorkspaceUpdate,
} from '#shared/contract/workspace.ts';
import type { ForeignChange } from '../store-port.ts';
import type { DeletionAnswer } from './held-deletions.ts';

type PullAnswer = AnswerOf<typeof pullUpdates>;
export type CompareAnswer = AnswerOf<typeof compareWorkspace>;
/** What a device has of a document: its state vector as base64. */
export interface DocumentVector {
  documentId: string;
  vector: string;
}

/**
 * The server as the exchange sees it, made from the API client by `createExchangeApi`. Every call rejects as `api.call`
 * does; the error's `status` and `code`, and whether it has them, decide what happens next.
 */
export interface ExchangeApi {
  /**
   * Resolves when the server confirms that the owner is signed in there. Sends nothing about any document, or about the
   * site.
   */
  greet(): Promise<void>;
  /** Returns the changes after a cursor; from the beginning without a cursor. */
  pull(cursor: WorkspaceCursor | null, limit?: number): Promise<PullAnswer>;
  /** Resolves when the updates are on the server's disk, with their places in its log. */
  push(siteId: string, updates: WorkspaceUpdate[]): Promise<{ id: string; seq: number }[]>;
  compare(documents: DocumentVector[], after?: string): Promise<CompareAnswer>;
  /** Calls back with each event; resolves when the stream ends. */
  watch(onCursor: (cursor: WorkspaceCursor) => void, signal: AbortSignal): Promise<void>;
}

/** The state before the first exchange. */
export const asleep: ExchangeState = {
  status: 'on-this-computer',
  isOnline: true,
  isSignedIn: true,
  unsent: 0,
  waiting: [],
  refused: 0,
  tooLarge: [],
  lastSyncedAt: null,
  question: null,
  pushedAgain: null,
  deletions: null,
};

/** Keeps the documents of a device and those of the server the same. */
export interface Exchange {
  start(): void;
  /** Resolves when nothing is being written any more. Pending network calls are abandoned; nothing is lost. */
  stop(): Promise<void>;
  /**
   * Called after a write to the store; with the document's id if it is known. The change is pushed about 100 ms later.
   */
  noticeWrite(documentId?: string): void;
  /** Tries at once, even after a failure or a sign-out. Resolves after the attempt. */
  syncNow(): Promise<void>;
  /** Returns the state, the same object until something changes. */
  state(): ExchangeState;
  onState(listener: () => void): () => void;
  statusOf(documentId: string): DocumentStatus;
  /** Calls back with the changes of other devices, once they are stored here. */
  onForeign(listener: (changes: readonly ForeignChange[]) => void): () => void;
  /**
   * Called when the owner answers yes to `question`: this site's documents and those of this device become one
   * workspace.
   */
  adoptSite(): Promise<void>;
  /** Carries out the owner's answer about `deletions`. Does nothing when the current question is not `key`. */
  answerDeletions(key: string, answer: DeletionAnswer): Promise<void>;
}
