import { Gauge, type Registry } from 'prom-client';
import type { Edges } from '#server/services/edges/edges.ts';
import type { EdgeState } from '#shared/contract/operation/edge.ts';

/**
 * Metrics of how far behind each edge in front is; read when they are requested. Without an edge there are no lines.
 */
export function addEdgeMetrics(registry: Registry, edges: Pick<Edges, 'status'>): void {
  const perEdge = (name: string, help: string, read: (state: EdgeState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['edge'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { name: edge, ...state } of edges.status().edges) this.set({ edge }, read(state));
      },
    });
  const seconds = (time: string | undefined | null) => (time ? Date.parse(time) / 1000 : 0);
  perEdge('edge_purges_waiting', 'Tags an edge was not told to drop yet', ({ waiting }) => waiting);
  perEdge('edge_last_told_timestamp_seconds', 'When it last did what it was told; 0 for never', ({ lastAt }) =>
    seconds(lastAt),
  );
  perEdge('edge_failing_since_timestamp_seconds', 'Since when it does not; 0 while it does', ({ failure }) =>
    seconds(failure?.since),
  );
}
