import { Gauge, type Registry } from 'prom-client';

/** The state of a reader instance, for its owner to monitor. */
export interface ReaderFigures {
  /** The number of the publication that is served; 0 for none. */
  number: number;
  /** The time it was made, in milliseconds since 1970. */
  madeAt: number;
  /** The time since which the newest publication cannot be taken, in milliseconds since 1970; null while it can. */
  failingSince: number | null;
  /** Milliseconds by which this machine's clock is ahead of the store's and the writer's; null where that is not known. */
  ahead: number | null;
  /**
   * The number of entries that visitors have left and the writer does not have yet, and when the oldest was left (ISO
   * 8601).
   */
  waiting: { number: number; oldest: string | null };
  swaps: number;
}

/**
 * Adds the metrics of a reader instance to those of every server; the figures are looked up when the metrics are asked
 * for.
 */
export function addReaderMetrics(registry: Registry, figures: () => ReaderFigures): void {
  const gauge = (name: string, help: string, read: (now: ReaderFigures) => number) =>
    new Gauge({
      name: `ninefold_reader_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read(figures()));
      },
    });
  gauge('publication_number', 'Number of the publication that is served', ({ number }) => number);
  gauge('publication_timestamp_seconds', 'When it was made', ({ madeAt }) => madeAt / 1000);
  gauge(
    'failing_since_timestamp_seconds',
    'Since when the newest publication cannot be taken; 0 while it can',
    (now) => (now.failingSince ?? 0) / 1000,
  );
  gauge(
    'clock_ahead_seconds',
    'By how much this machine’s clock is ahead; 0 where it was never compared',
    (now) => (now.ahead ?? 0) / 1000,
  );
  gauge('outbox_waiting', 'What visitors have left that the writer does not have yet', ({ waiting }) => waiting.number);
  gauge('outbox_oldest_timestamp_seconds', 'When the oldest of it was left; 0 for none', ({ waiting }) =>
    waiting.oldest === null ? 0 : Date.parse(waiting.oldest) / 1000,
  );
  gauge('swaps', 'Publications this process has gone over to', ({ swaps }) => swaps);
}
