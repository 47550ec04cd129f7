import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { AnswerOf, BodyInput, Endpoint, ParamsInput, ParamsOf, QueryInput } from '#shared/contract/endpoint.ts';
import { errorBody, errorsOf } from '#shared/contract/error-body.ts';
import { type ErrorBody, errorRegistry } from '#shared/kernel/errors.ts';

/** The input of a call. `query` and `body` may also be values that the contract refuses. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsInput<E> | Record<keyof ParamsOf<E> & string, string | number>;
  query?: QueryInput<E> | Record<string, string | string[]>;
  body?: BodyInput<E> | object;
  /** The `cookie` header of a session. */
  cookie?: string | undefined;
  headers?: Record<string, string>;
  /** The peer's address. */
  from?: string;
}

interface Success<E extends Endpoint> {
  body: AnswerOf<E>;
  headers: OutgoingHttpHeaders;
}

export interface Refusal extends ErrorBody {
  status: number;
  headers: OutgoingHttpHeaders;
}

/** Texts that would tell a stranger about the inside of the server. */
const INSIDE = /\bat .+:\d+:\d+|node_modules|SQLITE|sqlite|\.ts\b|\/server\//;

/** Makes a call that must succeed: status and answer are those of the contract, and the answer has no other fields. */
export async function ask<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Success<E>> {
  const response = await send(http, endpoint, input);
  expect(`${response.statusCode} ${response.statusCode < 400 ? '' : response.body}`).toBe(`${endpoint.status} `);
  expect(response.headers['cache-control']).toBe('no-store');
  if (!endpoint.response) {
    if (endpoint.stream === undefined) expect(response.body).toBe('');
    return { body: undefined as AnswerOf<E>, headers: response.headers };
  }
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const answer: unknown = response.json();
  const parsed = endpoint.response.parse(answer);
  expect(answer, 'answered more than the contract says').toEqual(parsed);
  return { body: parsed as AnswerOf<E>, headers: response.headers };
}

/** Makes a call that must be refused, with a code that the contract of this call knows. */
export async function refused<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Refusal> {
  const refusal = readRefusal(await send(http, endpoint, input));
  expect([...errorsOf(endpoint), 'not_built']).toContain(refusal.code);
  return refusal;
}

/** Reads an error answer: a body of the contract, the status of its code, a request id, and nothing from the inside. */
export function readRefusal(response: { statusCode: number; headers: OutgoingHttpHeaders; body: string }): Refusal {
  expect(response.statusCode, response.body.slice(0, 200)).toBeGreaterThanOrEqual(400);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = errorBody.strict().parse(JSON.parse(response.body));
  expect(response.statusCode).toBe(errorRegistry[body.code].status);
  expect(body.requestId).toMatch(/^req-/);
  expect(response.body).not.toMatch(INSIDE);
  return { ...body, status: response.statusCode, headers: response.headers };
}

async function send<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  input: CallInput<E>,
): Promise<LightMyRequestResponse> {
  const { params = {}, query = {}, body, cookie, headers, from } = input;
  const options: InjectOptions = {
    method: endpoint.method,
    url: pathOf(endpoint, params as object),
    query: query as Record<string, string>,
    headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
  };
  if (body !== undefined) options.payload = body as object;
  if (from !== undefined) options.remoteAddress = from;
  return http.inject(options);
}

let readers = 0;

/** Returns an address from which nobody has called yet: no earlier test has used up its limits. */
export function anotherReader(): string {
  readers += 1;
  return `10.0.${Math.floor(readers / 250)}.${readers % 250}`;
}

/** Returns the path of a call with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: object = {}): string {
  const given: Record<string, unknown> = { ...params };
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name] ?? 1)));
}
