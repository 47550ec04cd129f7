import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Raised when a call changes so that an older program would misread it: a field is removed or changes its meaning, or
 * an answer has a new kind of event or enum value. Adding calls, fields or error codes does not raise it.
 */
export const CONTRACT_VERSION = 1;

/**
 * By this a program finds out that it talks to a Ninefold server, to which one, and whether their contracts are
 * compatible.
 */
export const serverMeta = z
  .object({
    product: z.literal('ninefold'),
    version: z.string(),
    contract: z.int(),
    /** Made once with the database, and preserved by `restore`. */
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
     * Where edges in front of the server are told what to drop: whether telling one of them fails. The server is ready
     * all the same: if it were taken out of service for that, readers would have nothing but the edge's remaining
     * pages.
     */
    edges: z.enum(['current', 'behind']).optional(),
    /**
     * For a reader instance: whether it can take the newest publication. The instance is ready all the same, with the
     * last good one: if one bad publication made all readers leave, nobody would be left to serve.
     */
    publication: z.enum(['current', 'behind']).optional(),
  }),
  errors: ['overloaded'],
});

/** Public in the contract because no session guards this call: the route itself checks the peer and METRICS_TOKEN. */
export const getMetrics = endpoint({
  name: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Prometheus text, for a loopback peer without forwarding headers or with METRICS_TOKEN; 404 to others',
  stream: 'text/plain',
  errors: ['not_found'],
});
