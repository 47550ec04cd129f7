import type { FastifyRequest } from 'fastify';
import { hashSessionId } from '#server/http/session.ts';

/** The id of the row that stores a request's session. */
export function sessionRowId(request: FastifyRequest): string {
  return hashSessionId(request.session.sessionId);
}
