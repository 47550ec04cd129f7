import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoDate } from '../fields.ts';

const edgeState = {
  /** Tags the edge has not taken in yet. */
  waiting: z.int(),
  /** When it last took some in. */
  lastAt: isoDate.nullable(),
  /** Since when it does not, and why it did not the last time. */
  failure: z.object({ since: isoDate, message: z.string() }).nullable(),
};

/** How it stands with one edge; `name` is the host it is told at. */
const oneEdge = z.object({ name: z.string(), ...edgeState }).meta({ id: 'Edge' });
export type EdgeState = z.output<z.ZodObject<typeof edgeState>>;

/**
 * How it stands with the edges in front of the server that keep pages and are told what to drop. Of several together: what
 * waits for any of them, when the last of them was told, and the failure that is the oldest.
 */
const edgeStatus = z
  .object({
    /** False where there is none: then nothing else is of interest. */
    isConfigured: z.boolean(),
    ...edgeState,
    /** Each by itself; a server from before there could be several does not say. */
    edges: z.array(oneEdge).optional(),
  })
  .meta({ id: 'EdgeStatus' });
export type EdgeStatus = z.output<typeof edgeStatus>;

export const getEdge = endpoint({
  name: 'getEdge',
  method: 'GET',
  path: '/api/edge',
  summary: 'Whether the edges in front drop the pages they are told to',
  response: edgeStatus,
});
