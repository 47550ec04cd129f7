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
 * The server as the exchange sees it, made of the API client by `createExchangeApi`. Every call rejects as `api.call`
 * does; what decides is the error's `status` and `code`, and whether it has any.
 */
export interface ExchangeApi {
  /** Resolves when the server says that the owner is signed in there. Says nothing of any document, or of the site. */
  greet(): Promise<void>;
  /** What came after a cursor; from the beginning without one. */
  pull(cursor: WorkspaceCursor | null, limit?: number): Promise<PullAnswer>;
  /** Resolves when the updates are on the server's disk, with their places in its log. */
  push(siteId: string, updates: WorkspaceUpdate[]): Promise<{ id: string; seq: number }[]>;
  compare(documents: DocumentVector[], after?: string): Promise<CompareAnswer>;
  /** Calls back with each event; resolves when the stream ends. */
  watch(onCursor: (cursor: WorkspaceCursor) => void, signal: AbortSignal): Promise<void>;
}

/** Before anything was exchanged. */
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
  /** Resolves when nothing is being written any more. What is under way on the network is given up; nothing is lost. */
  stop(): Promise<void>;
  /** The store was written; the document's id where it is known. Pushed about 100 ms later. */
  noticeWrite(documentId?: string): void;
  /** Tries at once, also where something failed or the owner was signed out. Resolves after the attempt. */
  syncNow(): Promise<void>;
  /** The same object until something changes. */
  state(): ExchangeState;
  onState(listener: () => void): () => void;
  statusOf(documentId: string): DocumentStatus;
  /** Calls back with what other devices changed, once it is stored here. */
  onForeign(listener: (changes: readonly ForeignChange[]) => void): () => void;
  /** The owner's yes to `question`: this site's documents and those of this device become one workspace. */
  adoptSite(): Promise<void>;
  /** The owner's word on `deletions`. Nothing is done where another question than `key` stands. */
  answerDeletions(key: string, answer: DeletionAnswer): Promise<void>;
}
