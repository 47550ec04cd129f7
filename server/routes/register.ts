import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { changingFrom } from '#server/change-origin.ts';
import { noteOfCall } from '#server/http/call-note.ts';
import { isJsonType } from '#server/http/json-type.ts';
import { actorFrom, originOf } from '#server/http/origin-of.ts';
import { requireRecent } from '#server/http/recent-sign-in.ts';
import type { AuditService } from '#server/services/audit/index.ts';
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  needsRecent,
  type ParamsOf,
  type QueryOf,
} from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/index.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type Issue } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract value from which a route was registered. */
    endpoint?: Endpoint;
  }
}

/** The arguments of a handler: everything is parsed by the contract. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The signed-in owner's id, null for a reader. Never null in a call whose access is `admin`. */
  adminId: number | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

const MULTIPART_TYPE = /^multipart\/form-data(;|$)/i;

/**
 * Whether the call accepts a body of this type. A call without a body ignores the type of what is sent, except for
 * files.
 */
function mayBe(type: string, { body, bodyKind }: Endpoint): boolean {
  const isMultipart = MULTIPART_TYPE.test(type);
  if (bodyKind === 'multipart') return isMultipart;
  return body ? isJsonType(type) : !isMultipart;
}

/**
 * Returns a value that the contract's response schema accepts; undefined for 204 and for answers that the handler has
 * sent itself.
 */
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | undefined> | AnswerOf<E> | undefined;

/** Options of Fastify that a route may need in addition to its contract. */
interface RouteOptions {
  /**
   * The most calls per minute of one client; further calls are answered `rate_limited`, which the call names in its
   * `errors`.
   */
  perMinute?: number;
  /** Whether a call counts; all count when absent. */
  counts?: (request: FastifyRequest) => boolean;
}

export type Register = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: RouteOptions) => void;

function limitOf(perMinute: number, counts: RouteOptions['counts']) {
  const limit = { max: perMinute, timeWindow: 60_000 };
  return counts ? { ...limit, allowList: (request: FastifyRequest) => !counts(request) } : limit;
}

function issuesOf(error: z.core.$ZodError, part: string): Issue[] {
  return error.issues.map((issue) => ({
    path: [part, ...issue.path].join('.').replace(/^body\.?/, ''),
    message: issue.message,
  }));
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = issuesOf(result.error, part);
  throw new AppError('invalid_input', { issues, message: issues[0]?.message ?? 'Invalid input' });
}

/**
 * The only way to add an API route: access, schemas, body limit and the check of the answer come from the contract
 * value. `rest()` registers every call of the contract that has no handler yet: behind its guard, answering `not_built`.
 */
export function createRegister(
  app: FastifyInstance,
  { clock, note }: { clock: Clock; note: AuditService['note'] },
): { register: Register; rest: () => void } {
  const registered = new Set<string>();
  app.addHook('onRoute', (route) => {
    if (!route.config?.endpoint) throw new Error(`${String(route.method)} ${route.url} has no contract value`);
  });

  const register: Register = (endpoint, handler, options = {}) => {
    if (registered.has(endpoint.name)) throw new Error(`${endpoint.name} is registered twice`);
    registered.add(endpoint.name);
    if (options.perMinute && !endpoint.errors.includes('rate_limited')) {
      throw new Error(`${endpoint.name} is limited, but does not name rate_limited in its errors`);
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit,
      config: {
        endpoint,
        ...(endpoint.fromPublished ? { fromPublished: true } : {}),
        ...(options.perMinute ? { rateLimit: limitOf(options.perMinute, options.counts) } : {}),
      },
      onRequest: async (request) => {
        if (endpoint.access === 'admin' && request.newcomerId !== null) {
          if (!endpoint.firstPassword) throw new AppError('first_password');
          request.adminId = request.newcomerId;
        }
        if (endpoint.access === 'admin' && request.adminId === null) throw new AppError('unauthorized');
        if (endpoint.access === 'reader' && !request.isFromReader) throw new AppError('unauthorized');
        const type = request.headers['content-type'];
        if (type !== undefined && !mayBe(type, endpoint)) throw new AppError('unsupported_media_type');
      },
      handler: async (request, reply) => {
        const call = {
          params: parse(endpoint.params, request.params, 'params') as never,
          query: parse(endpoint.query, request.query, 'query') as never,
          body: parse(endpoint.body, request.body, 'body') as never,
          adminId: request.adminId,
          request,
          reply,
        };
        if (needsRecent(endpoint, call.body)) requireRecent(request, clock.now());
        const origin = originOf(request);
        const answer = await changingFrom(origin, async () => handler(call));
        const noted = noteOfCall(endpoint, call, answer);
        if (noted) await note({ ...noted, by: actorFrom(origin) });
        if (reply.sent) return reply;
        reply.header('cache-control', 'no-store');
        if (!endpoint.response) return reply.status(endpoint.status).send();
        // An answer that breaks its own contract is the server's fault and must not reach anyone: parse throws, 500.
        const checked = endpoint.response.parse(answer);
        return reply.status(endpoint.status).type('application/json; charset=utf-8').send(JSON.stringify(checked));
      },
    });
  };

  const rest = () => {
    for (const endpoint of endpoints) {
      if (registered.has(endpoint.name)) continue;
      register(endpoint as Endpoint, () => {
        throw new AppError('not_built');
      });
    }
  };
  return { register, rest };
}
