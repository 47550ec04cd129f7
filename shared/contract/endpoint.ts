import type { z } from 'zod';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { TokenScope } from '#shared/kernel/token-scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `public` answers anyone; `admin` needs a live session; `reader` answers reader instances of the same site alone, whose
 * body is signed, and stands in no public document. What says nothing is `admin`.
 */
export type Access = 'public' | 'admin' | 'reader';

/** What the request's body travels as. `multipart` bodies are read by the route itself. */
export type BodyKind = 'json' | 'multipart';

/** Body limits in bytes. What anybody may send is small: reading it costs, whatever it says. */
export const bodyLimits = {
  /** For a call that takes no body; some clients send an empty record with everything. */
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
  /** operationId in the OpenAPI document; unique. */
  readonly name: string;
  readonly method: Method;
  /** Fastify's form: `/api/posts/:slug`. */
  readonly path: Path;
  readonly access: Access;
  /** The least a program's token must be allowed; null: the owner's session alone, or a reader without one. */
  readonly token: TokenScope | null;
  /**
   * Whether a session does it only where its owner has signed in, or given the password again, less than ten minutes ago
   * (else `password_required`); where that depends on what is sent, what says so of a parsed body.
   */
  readonly recent: boolean | ((body: never) => boolean);
  /**
   * Whether a session may call it whose owner has not chosen a password yet, and signs in with one that was made up (else
   * `first_password`).
   */
  readonly firstPassword: boolean;
  /** What a call that has succeeded is noted as, where nothing notes it in the transaction that does it. */
  readonly audit: AuditEventName | null;
  /**
   * Whether a published page may call it, from the address of its files, which is not the server's: what any reader may do
   * (docs/rules.md, "Static publication").
   */
  readonly fromPublished: boolean;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly bodyKind: BodyKind;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** Status of a successful answer; 204 carries no body. */
  readonly status: 200 | 201 | 204;
  /** Shape of a successful JSON answer; undefined for 204 and for streams. */
  readonly response: Response;
  /**
   * Media type of an answer that is not JSON: "text/event-stream", "text/plain". With a `response` beside it, the
   * caller chooses by `Accept`; without one it is the only answer.
   */
  readonly stream: string | undefined;
  /** Shape of one event of a "text/event-stream": {event, data}, told apart by `event`. */
  readonly events: Events;
  /** Codes this call can answer with, beyond those that follow from its shape (`errorsOf` has all). */
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

/** Declares a call. Everything left out takes the safe default: `admin`, no token, JSON of 1 MiB or no body, 200 (204 without a response). */
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

/** Whether a call with this body, parsed, asks for a recent sign-in. */
export function needsRecent({ recent }: Pick<Endpoint, 'recent'>, body: unknown): boolean {
  return typeof recent === 'boolean' ? recent : recent(body as never);
}

/**
 * In a request that changes something: the id of the site it is meant for (`Meta.siteId`), as whoever sends it came to
 * know it. A server that is another site writes nothing. What sends none (a script) is not asked.
 */
export const SITE_HEADER = 'x-ninefold-site';

/** Whether a call is refused by a site that it is not meant for: what the owner writes. */
export function namesSite({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean {
  return method !== 'GET' && access === 'admin';
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler gets, parsed. */
export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** What a caller gives. */
export type QueryInput<E extends Endpoint> = Input<E['query']>;
export type BodyInput<E extends Endpoint> = Input<E['body']>;
export type ParamsInput<E extends Endpoint> = Input<E['params']>;
/** What a caller gets. */
export type AnswerOf<E extends Endpoint> = Output<E['response']>;
/** One event a caller of a stream gets. */
export type EventOf<E extends Endpoint> = Output<E['events']>;
