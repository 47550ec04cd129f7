import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TokenHolder } from '#server/repositories/api-tokens.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import type { Services } from '#server/services/index.ts';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { MCP_PATH } from '#shared/kernel/mcp-path.ts';
import { bearerToken } from '../api-token.ts';
import { isJsonType } from '../json-type.ts';

/** The headers of a request that the protocol's transport needs. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

interface McpOptions {
  services: Services;
  siteUrl: string;
  version: string;
  clock: Clock;
}

/**
 * The Model Context Protocol over HTTP, without sessions: one message per call, one answer as JSON. Only a token gives
 * access; cookies, which a browser sends by itself, are ignored.
 */
export function addMcp(app: FastifyInstance, { services, siteUrl, version, clock }: McpOptions): void {
  const holders = new WeakMap<FastifyRequest, TokenHolder>();

  app.route({
    method: 'POST',
    url: MCP_PATH,
    bodyLimit: bodyLimits.json,
    // Checked before the body is read: no body is parsed for a caller without access.
    onRequest: async (request, reply) => {
      const text = bearerToken(request);
      reply.header('www-authenticate', 'Bearer realm="ninefold"');
      if (text === null) throw new AppError('unauthorized', { message: 'Send a token of this site’s Settings.' });
      holders.set(request, await services.apiTokens.enter(text, clientNetwork(request.ip)));
      reply.removeHeader('www-authenticate');
      if (!isJsonType(request.headers['content-type'] ?? '')) throw new AppError('unsupported_media_type');
    },
    handler: async (request, reply) => {
      const holder = holders.get(request);
      if (!holder) throw new AppError('unauthorized');
      // The protocol has removed batches; a list of a thousand calls would count as one call for every limit.
      if (Array.isArray(request.body)) throw new AppError('bad_request', { message: 'One message at a time, please.' });
      const { answerMcp } = await import('./answer.ts');
      const answer = await answerMcp({
        message: request.body,
        headers: protocolHeaders(request),
        context: { services, holder, siteUrl, now: clock.now() },
        version,
        onError: (error) => request.log.error({ err: error }, 'a tool failed'),
      });
      reply.header('cache-control', 'no-store').status(answer.status);
      const type = answer.headers.get('content-type');
      const text = await answer.text();
      return type === null || text === '' ? reply.send() : reply.type(type).send(text);
    },
  });

  app.route({
    method: ['GET', 'DELETE'],
    url: MCP_PATH,
    handler: async (_request, reply) => {
      reply.header('allow', 'POST');
      throw new AppError('method_not_allowed');
    },
  });
}

function protocolHeaders({ headers }: FastifyRequest): Headers {
  const forwarded = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') forwarded.set(name, value);
  }
  return forwarded;
}
