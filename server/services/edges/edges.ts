import type { EdgeStatus } from '#shared/contract/operation/edge.ts';
import type { EdgePurges } from './edge-purges.ts';

/** An edge under the name by which its owner knows it. */
export interface NamedEdge {
  name: string;
  purges: EdgePurges;
}

export interface Edges extends Pick<EdgePurges, 'add' | 'addEverything' | 'close'> {
  status(): Required<EdgeStatus>;
}

/**
 * All edges in front of the server: each is told everything separately, so that an unreachable edge does not hold up
 * the others.
 */
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
        // Times of this form sort as text. An edge that was never told anything comes first.
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

/**
 * The host of each address; a second edge at the same host gets a number. The path is left out, because it may contain
 * secrets.
 */
export function edgeNames(addresses: readonly string[]): string[] {
  const hosts = addresses.map((address) => new URL(address).host);
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return before === 0 ? host : `${host} (${before + 1})`;
  });
}
