import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/services/index.ts';
import { listProposals, proposeChange, proposePost } from '#shared/contract/proposals.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Register } from '../register.ts';

/**
 * The holder of the token with which a call is made. The owner needs no permission: nothing is proposed in the owner's
 * session.
 */
function proposerOf({ token }: FastifyRequest): NonNullable<FastifyRequest['token']> {
  if (token) return token;
  throw new AppError('bad_request', { message: 'A proposal is made with a token. What is your own you can save.' });
}

/** The posts and changes that other programs write for the owner to decide on. */
export function addProposalRoutes(register: Register, { proposals }: Services): void {
  register(listProposals, ({ request }) => proposals.list(request.token));
  register(proposePost, ({ body, request }) => proposals.proposePost(body, proposerOf(request)));
  register(proposeChange, ({ params, body, request }) => proposals.proposeChange(params.id, body, proposerOf(request)));
}
