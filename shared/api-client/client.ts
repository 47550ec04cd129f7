import { type Endpoint, type EventOf, namesSite, SITE_HEADER } from '#shared/contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { UnexpectedAnswerError } from './call-errors.ts';
import { type Args, type Caller, type CallerOptions, createCaller, parseAs, reach } from './caller.ts';
import { readEvents } from './read-event-stream.ts';
import type { UntypedInput } from './request.ts';

/** The typed client of the contract: a `Caller` that throws answers that are not OK as {@link ApiError}. */
export interface ApiClient extends Caller {
  /**
   * Makes a call whose answer is a stream of events. Leaving the loop ends the connection, not the work on the server.
   */
  events<E extends Endpoint>(endpoint: E, ...input: Args<E>): AsyncGenerator<EventOf<E>>;
  /** Makes a call whose only answer is a text, such as a table in CSV. */
  text<E extends Endpoint>(endpoint: E, ...input: Args<E>): Promise<string>;
}

interface ApiClientOptions extends CallerOptions {
  /** The site that calls are meant for: another site at the same address then refuses changes. */
  siteId?: string | undefined;
}

export function createApiClient({ siteId, ...options }: ApiClientOptions): ApiClient {
  const { send, call, list } = createCaller({
    ...options,
    prepare: (input, endpoint) =>
      siteId !== undefined && namesSite(endpoint)
        ? { ...input, headers: { [SITE_HEADER]: siteId, ...input.headers } }
        : input,
    failure: (...answer) => new ApiError(...answer),
  });
  return {
    call,
    list,
    async text(endpoint, input: UntypedInput = {}) {
      const response = await send(endpoint, input, endpoint.stream ?? 'text/plain');
      return reach(() => response.text(), input.signal);
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
