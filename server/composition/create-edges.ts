import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { createEdge } from '#server/adapters/edge-client.ts';
import { createLook } from '#server/adapters/read-edge-mark.ts';
import type { Config } from '#server/config.ts';
import { createEdgeMarks, type EdgeMarks, tellAndLook } from '#server/services/edges/edge-marks.ts';
import { createEdgePurges } from '#server/services/edges/edge-purges.ts';
import { createEdges, type Edges, edgeNames } from '#server/services/edges/edges.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';

interface EdgesOptions {
  config: Config;
  timers: Timers;
  clock: Clock;
  log: { error(facts: object, what: string): void };
}

/** Creates the edges of the configuration, which share one token and one method. */
export function createConfiguredEdges({ config, log, ...times }: EdgesOptions): { edge: Edges; marks: EdgeMarks } {
  const { EDGE_PURGE_URL: urls, EDGE_PURGE_METHOD: method, EDGE_PURGE_TOKEN: value, SITE_URL: siteUrl } = config;
  const token = value === undefined ? undefined : { header: config.EDGE_PURGE_TOKEN_HEADER, value };
  const marks = createEdgeMarks(serverName(config));
  const names = edgeNames(urls);
  const all = urls.map((url, at) => {
    const name = names[at] ?? url;
    const tell = createEdge({ url, method, token });
    const look = createLook({ purgeUrl: url, method, siteUrl });
    const purges = createEdgePurges({
      tell: tellAndLook({ tell, look, marks }),
      ...times,
      onError: (error) => log.error({ err: error, edge: name }, 'an edge could not be told what to drop; tried again'),
    });
    return { name, purges };
  });
  return { edge: createEdges(all), marks };
}

/** Returns a name of the server that is the same after each start, and tells its readers nothing about this machine. */
function serverName({ DATA_DIR, EDGE_PURGE_TOKEN = '' }: Config): string {
  return createHash('sha256').update([EDGE_PURGE_TOKEN, hostname(), DATA_DIR].join('\0')).digest('hex').slice(0, 12);
}
