import { Gauge, type Registry } from 'prom-client';
import type { Publisher } from '#server/services/publication/publisher.ts';

/** Metrics of what reader instances get; read when they are requested. Without reader instances there are no lines. */
export function addPublicationMetrics(registry: Registry, publisher: Pick<Publisher, 'status'>): void {
  const gauge = (name: string, help: string, read: (status: ReturnType<Publisher['status']>) => number) =>
    new Gauge({
      name,
      help,
      // A gauge with a label shows nothing until it is set.
      labelNames: ['state'],
      registers: [registry],
      collect() {
        this.reset();
        const status = publisher.status();
        if (status.state !== 'off') this.set({ state: status.state }, read(status));
      },
    });
  const seconds = (time: string | undefined) => (time ? Date.parse(time) / 1000 : 0);
  gauge('publication_number', 'Number of the last publication; 0 before the first', ({ last }) => last?.number ?? 0);
  gauge('publication_last_timestamp_seconds', 'When it was made; 0 for never', ({ last }) => seconds(last?.at));
  gauge('publication_bytes', 'Bytes of its database, compressed', ({ last }) => last?.bytes ?? 0);
  gauge('publication_failing_since_timestamp_seconds', 'Since when none could be made; 0 while it can', ({ failure }) =>
    seconds(failure?.since),
  );
}
