import type { z } from 'zod';
import type { AnswerOf, Endpoint, EventOf } from '#shared/contract/endpoint.ts';
import { ApiError, OfflineError, UnexpectedAnswerError } from './api-error.ts';
import { readEvents } from './event-stream.ts';
import { parsePaging } from './parse-paging.ts';
import { addressOf, type CallInput, requestInit, type UntypedInput } from './request.ts';

interface ApiClientOptions {
  /** The host's fetch: a browser's, or one that goes through the desktop's main process. */
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** Put before each path, without a trailing slash; empty where the page and the API share an origin. */
  baseUrl?: string;
  /** The site that is meant: another one at the same address then takes no change. */
  siteId?: string | undefined;
}

/** One page of a list: `total` counts the whole list, `next` is the cursor of the page after it, null at the end. */
export interface ListPage<Item> {
  items: Item[];
  total: number;
  next: string | null;
}

/** Calls whose answer is an array. */
export type ListEndpoint = Endpoint & { readonly response: z.ZodArray };

/** A call that needs nothing may be made without saying so. */
type Args<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/**
 * The typed client of the contract. Every function throws {@link ApiError} for an answer that is not OK,
 * {@link OfflineError} where none came, {@link UnexpectedAnswerError} for one that breaks the contract, and what
 * `signal` was aborted with. Nothing is tried twice.
 */
export interface ApiClient {
  /** Makes a call and gives its parsed answer; undefined for 204. */
  call<E extends Endpoint>(endpoint: E, ...input: Args<E>): Promise<AnswerOf<E>>;
  /** Makes a call whose answer is a page of a list. */
  list<E extends ListEndpoint>(endpoint: E, ...input: Args<E>): Promise<ListPage<AnswerOf<E>[number]>>;
  /** Makes a call that answers with events. Leaving the loop ends the connection, not the work on the server. */
  events<E extends Endpoint>(endpoint: E, ...input: Args<E>): AsyncGenerator<EventOf<E>>;
}

export function createApiClient({ fetch, baseUrl = '', siteId }: ApiClientOptions): ApiClient {
  /** Gives the answer when it is OK. */
  async function send(endpoint: Endpoint, input: UntypedInput, accept: string): Promise<Response> {
    const address = baseUrl + addressOf(endpoint, input.params, input.query);
    const init = requestInit(endpoint, input, { accept, siteId });
    const response = await reach(() => fetch(address, init), input.signal);
    if (response.ok) return response;
    const text = await reach(() => response.text(), input.signal);
    throw new ApiError(response.status, response.statusText, text);
  }

  async function answerOf(endpoint: Endpoint, response: Response, signal: UntypedInput['signal']) {
    const text = await reach(() => response.text(), signal);
    return endpoint.response ? parseAs(endpoint.response, () => JSON.parse(text), endpoint.name) : undefined;
  }

  return {
    async call(endpoint, input: UntypedInput = {}) {
      const response = await send(endpoint, input, 'application/json');
      return (await answerOf(endpoint, response, input.signal)) as AnswerOf<typeof endpoint>;
    },

    async list(endpoint, input: UntypedInput = {}) {
      const response = await send(endpoint, input, 'application/json');
      const items = (await answerOf(endpoint, response, input.signal)) as AnswerOf<typeof endpoint>;
      const { total, next } = parsePaging(response.headers);
      return { items, total: total ?? items.length, next };
    },

    async *events(endpoint, input: UntypedInput = {}) {
      const { events, name } = endpoint;
      const response = await send(endpoint, input, 'text/event-stream');
      if (!events || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        throw new UnexpectedAnswerError(name, response.headers.get('content-type'));
      }
      const stream = readEvents(response.body, input.onBytes);
      try {
        for (;;) {
          const next = await reach(() => stream.next(), input.signal);
          if (next.done) return;
          const { event, data } = next.value;
          yield parseAs(events, () => ({ event, data: JSON.parse(data) }), name) as EventOf<typeof endpoint>;
        }
      } finally {
        await stream.return(undefined);
      }
    },
  };
}

/** What fails while we talk to the server is the connection, unless the caller has given up. */
async function reach<T>(attempt: () => Promise<T>, signal: UntypedInput['signal']): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new OfflineError(error);
  }
}

function parseAs(schema: z.ZodType, read: () => unknown, name: string): unknown {
  try {
    return schema.parse(read());
  } catch (error) {
    throw new UnexpectedAnswerError(name, error);
  }
}
