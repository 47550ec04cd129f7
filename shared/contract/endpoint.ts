import type { z } from 'zod';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { TokenScope } from '#shared/kernel/token-scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `public` answers anyone; `admin` needs a live session; `reader` answers only reader instances of the same site, whose
 * body is signed, and is in no public document. The default is `admin`.
 */
export type Access = 'public' | 'admin' | 'reader';

/** The encoding of the request's body. `multipart` bodies are read by the route itself. */
export type BodyKind = 'json' | 'multipart';

/**
 * Body limits in bytes. Bodies that anyone may send have small limits: reading a body costs time, whatever it contains.
 */
export const bodyLimits = {
  /** For a call that takes no body; some clients send an empty object with every call. */
  none: 1024,
  credentials: 8 * 1024,
  message: 128 * 1024,
  json: 1024 * 1024,
  text: 4 * 1024 * 1024,
  workspace: 8 * 1024 * 1024,
  picture: 10 * 1024 * 1024,
} as const;

/**
 * One call of the HTTP contract. Server routes, the typed client, the OpenAPI document and the tests all derive from
 * this value; nothing about a call is written anywhere else.
 */
export interface Endpoint<
  Path extends string = string,
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType | undefined = z.ZodType | undefined,
  Events extends z.ZodType | undefined = z.ZodType | undefined,
> {
  /** The operationId in the OpenAPI document; unique. */
  readonly name: string;
  readonly method: Method;
  /** In Fastify's form: `/api/posts/:slug`. */
  readonly path: Path;
  readonly access: Access;
  /**
   * The scope that a program's token needs at least; null: only the owner's session may call, or a reader without a
   * session.
   */
  readonly token: TokenScope | null;
  /**
   * Whether a session may call only if its owner signed in, or gave the password again, less than ten minutes ago (else
   * `password_required`). Where that depends on the request, a function decides by the parsed body.
   */
  readonly recent: boolean | ((body: never) => boolean);
  /**
   * Whether a session may call while its owner still signs in with a generated password and has not chosen one yet
   * (else `first_password`).
   */
  readonly firstPassword: boolean;
  /**
   * The event that the log records for a successful call; null where the call's own transaction records it, or nothing
   * does.
   */
  readonly audit: AuditEventName | null;
  /**
   * Whether a published page, whose files have another address than the server, may make this call: any call that
   * readers may make (docs/rules.md, "Static publication").
   */
  readonly fromPublished: boolean;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly bodyKind: BodyKind;
  /** The largest body, in bytes. */
  readonly bodyLimit: number;
  /** The status of a successful answer; 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** The shape of a successful JSON answer; undefined for 204 and for streams. */
  readonly response: Response;
  /**
   * The media type of an answer that is not JSON: "text/event-stream", "text/plain". If `response` is set as well, the
   * caller chooses by `Accept`; otherwise this is the only answer.
   */
  readonly stream: string | undefined;
  /** The shape of one event of a "text/event-stream": {event, data}, distinguished by `event`. */
  readonly events: Events;
  /** Error codes of this call beyond those that follow from its shape (`errorsOf` returns all). */
  readonly errors: readonly ErrorCode[];
  /** True where the call accepts an `Idempotency-Key` header. */
  readonly idempotent: boolean;
}

interface EndpointInput<
  Path extends string,
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType | undefined,
  Events extends z.ZodType | undefined,
> {
  name: string;
  method: Method;
  path: Path;
  access?: Access;
  token?: TokenScope;
  audit?: AuditEventName;
  recent?: boolean | ((body: Output<Body>) => boolean);
  firstPassword?: boolean;
  fromPublished?: boolean;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyKind?: BodyKind;
  bodyLimit?: number;
  status?: 200 | 201 | 204;
  response?: Response;
  stream?: string;
  events?: Events;
  errors?: readonly ErrorCode[];
  idempotent?: boolean;
}

/**
 * Declares a call. Everything that is left out has the safe default: `admin`, no token, JSON of 1 MiB or no body, 200
 * (204 without a response).
 */
export function endpoint<
  const Path extends string,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
  Events extends z.ZodType | undefined = undefined,
>(
  input: EndpointInput<Path, Params, Query, Body, Response, Events>,
): Endpoint<Path, Params, Query, Body, Response, Events> {
  return {
    name: input.name,
    method: input.method,
    path: input.path,
    access: input.access ?? 'admin',
    token: input.token ?? null,
    recent: input.recent ?? false,
    firstPassword: input.firstPassword ?? false,
    audit: input.audit ?? null,
    fromPublished: input.fromPublished ?? false,
    summary: input.summary,
    params: input.params as Params,
    query: input.query as Query,
    body: input.body as Body,
    bodyKind: input.bodyKind ?? 'json',
    bodyLimit: input.bodyLimit ?? (input.body ? bodyLimits.json : bodyLimits.none),
    status: input.status ?? (input.response || input.stream ? 200 : 204),
    response: input.response as Response,
    stream: input.stream,
    events: input.events as Events,
    errors: input.errors ?? [],
    idempotent: input.idempotent ?? false,
  };
}

/** Whether a call with this parsed body needs a recent sign-in. */
export function needsRecent({ recent }: Pick<Endpoint, 'recent'>, body: unknown): boolean {
  return typeof recent === 'boolean' ? recent : recent(body as never);
}

/**
 * In a request that changes something: the id of the site it is meant for (`Meta.siteId`), as the sender learned it. A
 * server of another site writes nothing. A request without the header (from a script) is not checked.
 */
export const SITE_HEADER = 'x-ninefold-site';

/** Whether a site refuses this call when the call is meant for another site: true for the owner's writes. */
export function namesSite({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return method !== 'GET' && access === 'admin';
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed values that a handler receives. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** The values that a caller passes. */
export type QueryInput<E extends Endpoint> = Input<E['query']>;
export type BodyInput<E extends Endpoint> = Input<E['body']>;
export type ParamsInput<E extends Endpoint> = Input<E['params']>;
/** The value that a caller receives. */
export type AnswerOf<E extends Endpoint> = Output<E['response']>;
/** One event that the caller of a stream receives. */
export type EventOf<E extends Endpoint> = Output<E['events']>;
