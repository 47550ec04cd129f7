import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate } from './fields.ts';

/** How it stands with an edge in front of the server that keeps pages and is told what to drop. */
export const edgeStatus = z
  .object({
    /** False where there is none: then nothing else is of interest. */
    isConfigured: z.boolean(),
    /** Tags the edge has not taken in yet. */
    waiting: z.int(),
    /** When it last took some in. */
    lastAt: isoDate.nullable(),
    /** Since when it does not, and why it did not the last time. */
    failure: z.object({ since: isoDate, message: z.string() }).nullable(),
  })
  .meta({ id: 'EdgeStatus' });
export type EdgeStatus = z.output<typeof edgeStatus>;

export const getEdge = endpoint({
  name: 'getEdge',
  method: 'GET',
  path: '/api/edge',
  summary: 'Whether an edge in front drops the pages it is told to',
  response: edgeStatus,
});
