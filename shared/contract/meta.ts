import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Raised when a call changes so that an older program would misread it: a field that goes or changes its meaning, a new
 * kind of event or enum value in an answer. Adding calls, fields or error codes does not raise it.
 */
export const CONTRACT_VERSION = 1;

/** How a program finds out that it talks to a Ninefold server, to which one, and whether they understand each other. */
export const serverMeta = z
  .object({
    product: z.literal('ninefold'),
    version: z.string(),
    contract: z.int(),
    /** Made once with the database and kept by `restore`. */
    siteId: z.string(),
    siteUrl: z.string(),
    siteName: z.string(),
  })
  .meta({ id: 'Meta' });
export type ServerMeta = z.output<typeof serverMeta>;

export const getMeta = endpoint({
  name: 'getMeta',
  method: 'GET',
  path: '/api/meta',
  access: 'public',
  summary: 'Which product, version and site this is',
  response: serverMeta,
});

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This contract as an OpenAPI 3.1 document',
  response: z.looseObject({ openapi: z.string() }),
});

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process is alive',
  response: z.object({ status: z.literal('ok') }),
});

export const getReadiness = endpoint({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'Database and disk answer; 503 while they do not',
  response: z.object({
    status: z.literal('ok'),
    /**
     * Where edges in front are told what to drop: whether one of them fails to. The server is ready all the same: one that
     * was taken out of use for that would leave readers nothing but what the edge still has.
     */
    edges: z.enum(['current', 'behind']).optional(),
    /**
     * Of a reader instance: whether it can take the newest publication. It is ready all the same, with the last good one:
     * readers that all leave for one bad publication would leave nobody to serve.
     */
    publication: z.enum(['current', 'behind']).optional(),
  }),
  errors: ['overloaded'],
});

/** Public to the contract since no session guards it: the route itself looks at the peer and at METRICS_TOKEN. */
export const getMetrics = endpoint({
  name: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Prometheus text, for a loopback peer without forwarding headers or with METRICS_TOKEN; 404 to others',
  stream: 'text/plain',
  errors: ['not_found'],
});
