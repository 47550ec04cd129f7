import type { z } from 'zod';
import type { AnswerOf, Endpoint } from '#shared/contract/endpoint.ts';
import { OfflineError, ResponseError, UnexpectedAnswerError } from './call-errors.ts';
import { type ListPage, parsePaging } from './parse-paging.ts';
import { addressOf, type CallInput, requestInit, type UntypedInput } from './request.ts';

export interface CallerOptions {
  /** The host's fetch: the browser's, or one that goes through the desktop's main process. */
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** A prefix of each path, without a trailing slash; empty where the page and the API share an origin. */
  baseUrl?: string;
}

/** Returns a value if it is a T, and throws otherwise. A zod schema is a parser. */
export interface Parser<T> {
  parse(value: unknown): T;
}

/**
 * An endpoint of the contract whose answers are read by another parser than its schema, for a page that should not load
 * zod; `Answer` is the part of the answer that the page needs. `of` exists only for the types.
 */
export interface LightEndpoint<E extends Endpoint, Answer> extends Pick<E, 'name' | 'method' | 'path' | 'access'> {
  readonly response: Parser<Answer> | undefined;
  readonly of?: E;
}

/** Calls whose answer is an array. */
type ListEndpoint = Endpoint & { readonly response: z.ZodArray };

/** The input may be left out for a call that requires none. */
export type Args<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * Makes the contract's calls. Every function throws {@link ResponseError} (or the error that `failure` makes) for an
 * answer that is not OK, {@link OfflineError} where no answer came, {@link UnexpectedAnswerError} for an answer that
 * breaks the contract, and the reason of an aborted `signal`. Nothing is retried.
 */
export interface Caller {
  /** Makes a call and returns its parsed answer; undefined for 204. */
  call<E extends Endpoint, Answer = AnswerOf<E>>(
    endpoint: E | LightEndpoint<E, Answer>,
    ...input: Args<E>
  ): Promise<Answer>;
  /** Makes a call whose answer is a page of a list. */
  list<E extends ListEndpoint, Item = AnswerOf<E>[number]>(
    endpoint: E | LightEndpoint<E, Item[]>,
    ...input: Args<E>
  ): Promise<ListPage<Item>>;
}

type AnyEndpoint = LightEndpoint<Endpoint, unknown>;

/**
 * Makes a caller. Readers' pages load it too, so it contains no schema, and nothing that only the owner's calls need.
 * @param options `prepare` changes the input before it is sent; `failure` makes the error of an answer that is not OK,
 * from its status, the status text and its body
 * @returns the caller, and `send`, which returns an OK answer without reading its body
 */
export function createCaller({
  fetch,
  baseUrl = '',
  prepare = (input) => input,
  failure = (...answer) => new ResponseError(...answer),
}: CallerOptions & {
  prepare?: (input: UntypedInput, endpoint: AnyEndpoint) => UntypedInput;
  failure?: (...answer: ConstructorParameters<typeof ResponseError>) => Error;
}) {
  async function send(endpoint: AnyEndpoint, input: UntypedInput, accept: string): Promise<Response> {
    const address = baseUrl + addressOf(endpoint, input.params, input.query);
    const init = requestInit(endpoint, prepare(input, endpoint), accept);
    const response = await reach(() => fetch(address, init), input.signal);
    if (response.ok) return response;
    const text = await reach(() => response.text(), input.signal);
    throw failure(response.status, response.statusText, text);
  }

  async function ask(endpoint: AnyEndpoint, input: UntypedInput) {
    const response = await send(endpoint, input, 'application/json');
    const text = await reach(() => response.text(), input.signal);
    const answer = endpoint.response ? parseAs(endpoint.response, () => JSON.parse(text), endpoint.name) : undefined;
    return { answer, headers: response.headers };
  }

  const caller: Caller = {
    async call<Answer>(endpoint: AnyEndpoint, input: UntypedInput = {}) {
      return (await ask(endpoint, input)).answer as Answer;
    },
    async list<Item>(endpoint: AnyEndpoint, input: UntypedInput = {}) {
      const { answer, headers } = await ask(endpoint, input);
      const items = answer as Item[];
      const { total, ...paging } = parsePaging(headers);
      return { items, total: total ?? items.length, ...paging };
    },
  };
  return { ...caller, send };
}

/** Turns errors of the connection into OfflineError, unless the caller has aborted the call. */
export async function reach<T>(attempt: () => Promise<T>, signal: UntypedInput['signal']): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new OfflineError(error);
  }
}

/**
 * Returns the parsed result of `read`; throws UnexpectedAnswerError with the name of the call if it cannot be parsed.
 */
export function parseAs<T>(parser: Parser<T>, read: () => unknown, name: string): T {
  try {
    return parser.parse(read());
  } catch (error) {
    throw new UnexpectedAnswerError(name, error);
  }
}
