import type { Clock } from '#shared/kernel/clock.ts';
import type { ExchangeStore, ForeignChange, NamedChange } from '../store-port.ts';
import type { ExchangeApi } from './exchange-port.ts';
import type { HeavyDocuments } from './heavy-documents.ts';
import type { DeletionWatch } from './held-deletions.ts';

type RoundStoreCalls =
  | 'place'
  | 'receive'
  | 'unsent'
  | 'acknowledge'
  | 'enqueue'
  | 'startOver'
  | 'documents'
  | 'lacksBeginnings'
  | 'load'
  | 'tombstones'
  | 'waiting';

/** What a round needs from its exchange. */
export interface RoundPorts {
  store: Pick<ExchangeStore, RoundStoreCalls>;
  api: ExchangeApi;
  clock: Clock;
  uniqueId(): string;
  /** Ids of the changes that the server refuses: a round leaves them out, and adds to them. */
  refused: Set<string>;
  /** The documents that are too large to be sent. */
  heavy: HeavyDocuments;
  /**
   * Deletions that the owner must be asked about are not stored, and neither are the changes after them; changes made
   * here are still sent.
   */
  deletions: Pick<DeletionWatch, 'judge' | 'question'>;
  /** Called when changes from the server are on this device's disk. */
  onReceived(changed: readonly ForeignChange[]): void;
  /** Called when the server has these changes, at these places in its log. */
  onAcknowledged(changes: readonly NamedChange[], seqs: readonly number[]): void;
  /** Called with the number of documents that the server had before and that were put into the outbox once more. */
  onPushedAgain(documents: number): void;
  /** Reports a problem that did no harm but belongs in a log. */
  report(problem: unknown): void;
}
