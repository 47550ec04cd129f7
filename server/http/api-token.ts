import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TokenHolder } from '#server/repositories/api-tokens.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import type { ApiTokenService } from '#server/services/programs/api-tokens.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { scopeReaches, TOKEN_PREFIX, type TokenScope } from '#shared/kernel/token-scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of the token with which the request is made; null for the owner's session and for readers. */
    token: TokenHolder | null;
  }
}

const BEARER = /^bearer /i;

/** The API token of a request; null when it has none. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  const given = headers.authorization ?? '';
  const text = given.replace(BEARER, '').trim();
  return BEARER.test(given) && text.startsWith(TOKEN_PREFIX) ? text : null;
}

/**
 * Lets programs in by their token (docs/rules.md, "Tokens"). A call made with a token uses nothing else: a session sent
 * with it does not count, and a call that names no scope is only for the owner.
 */
export function addApiTokens(api: FastifyInstance, tokens: ApiTokenService): void {
  api.decorateRequest('token', null);
  api.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    const text = bearerToken(request);
    if (text === null || !endpoint) return;
    request.adminId = null;
    request.newcomerId = null;
    // A public call that takes no token is made as a reader makes it.
    if (endpoint.token === null && endpoint.access === 'public') return;
    const holder = await tokens.enter(text, clientNetwork(request.ip));
    if (endpoint.token === null || !scopeReaches(holder.scope, endpoint.token)) throw new AppError('scope_too_small');
    request.token = holder;
    request.adminId = holder.adminId;
  });
}

/** Throws AppError `scope_too_small` for a token with a smaller scope; the owner's session may do everything. */
export function requireScope({ token }: FastifyRequest, needed: TokenScope): void {
  if (token && !scopeReaches(token.scope, needed)) throw new AppError('scope_too_small');
}
