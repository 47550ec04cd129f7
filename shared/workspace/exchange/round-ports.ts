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

/** What a round needs from the exchange it belongs to. */
export interface RoundPorts {
  store: Pick<ExchangeStore, RoundStoreCalls>;
  api: ExchangeApi;
  clock: Clock;
  uniqueId(): string;
  /** Ids of the changes the server will not take: left out, and added to. */
  refused: Set<string>;
  /** What is too large to be sent. */
  heavy: HeavyDocuments;
  /** Deletions the owner must be asked about are not taken in, nor what stands behind them; what is written here goes on. */
  deletions: Pick<DeletionWatch, 'judge' | 'question'>;
  /** What was taken in from the server is on this device's disk. */
  onReceived(changed: readonly ForeignChange[]): void;
  /** The server has them, at these places in its log. */
  onAcknowledged(changes: readonly NamedChange[], seqs: readonly number[]): void;
  /** So many documents the server had before were put into the outbox once more. */
  onPushedAgain(documents: number): void;
  /** Something that did no harm but that a log should know. */
  report(problem: unknown): void;
}
