import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoDate } from '../fields.ts';

const edgeState = {
  /** The number of tags that the edge has not accepted yet. */
  waiting: z.int(),
  /** When the edge last accepted tags. */
  lastAt: isoDate.nullable(),
  /** Since when telling the edge fails, and why it failed the last time. */
  failure: z.object({ since: isoDate, message: z.string() }).nullable(),
};

/** The state of one edge; `name` is the host that receives its messages. */
const oneEdge = z.object({ name: z.string(), ...edgeState }).meta({ id: 'Edge' });
export type EdgeState = z.output<z.ZodObject<typeof edgeState>>;

/**
 * The state of the edges in front of the server that keep pages and are told what to drop. For several edges together:
 * the tags that wait for any of them, when the last of them was told, and the oldest failure.
 */
const edgeStatus = z
  .object({
    /** False where there is no edge: the other fields then mean nothing. */
    isConfigured: z.boolean(),
    ...edgeState,
    /** Each edge by itself; absent in answers of servers that could have only one. */
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
