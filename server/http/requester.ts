import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '#server/services/client-network.ts';
import type { Requester } from '#server/workers/worker-client.ts';

/**
 * The sender of a request, for work that is done in turns: its client, and a signal for when the client has
 * disconnected.
 */
export function requesterOf(request: FastifyRequest, reply: FastifyReply): Required<Requester> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return { client: clientNetwork(request.ip), signal: gone.signal };
}
