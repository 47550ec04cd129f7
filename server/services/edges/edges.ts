import type { EdgeStatus } from '#shared/contract/operation/edge.ts';
import type { EdgePurges } from './edge-purges.ts';

/** An edge under the name its owner knows it by. */
export interface NamedEdge {
  name: string;
  purges: EdgePurges;
}

export interface Edges extends Pick<EdgePurges, 'add' | 'addEverything' | 'close'> {
  status(): Required<EdgeStatus>;
}

/** All edges in front of the server: each is told everything by itself, so that one that is away keeps none from it. */
export function createEdges(all: readonly NamedEdge[]): Edges {
  return {
    add(tags, options) {
      const given = [...tags];
      for (const { purges } of all) purges.add(given, options);
    },
    addEverything() {
      for (const { purges } of all) purges.addEverything();
    },
    status() {
      const edges = all.map(({ name, purges }) => ({ name, ...purges.status() }));
      const times = edges.map(({ lastAt }) => lastAt ?? '');
      const failures = edges.flatMap(({ failure }) => failure ?? []);
      return {
        isConfigured: edges.length > 0,
        waiting: edges.reduce((sum, { waiting }) => sum + waiting, 0),
        // Times of this form sort as text. One that was never told comes first.
        lastAt: times.toSorted()[0] || null,
        failure: failures.toSorted((a, b) => (a.since < b.since ? -1 : 1))[0] ?? null,
        edges,
      };
    },
    async close() {
      await Promise.all(all.map(({ purges }) => purges.close()));
    },
  };
}

/** The host of each address; a second edge at one host is told apart by its number. No path, where secrets may stand. */
export function edgeNames(addresses: readonly string[]): string[] {
  const hosts = addresses.map((address) => new URL(address).host);
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return before === 0 ? host : `${host} (${before + 1})`;
  });
}
