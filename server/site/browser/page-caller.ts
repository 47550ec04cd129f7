import { ResponseError } from '#shared/api-client/call-errors.ts';
import { createCaller } from '#shared/api-client/caller.ts';
import { writerOrigin } from './enhancer/writer-origin.ts';

/** Makes the calls of this page: at its own origin, or at that of the server that receives what its readers send. */
export const pageCaller = createCaller({
  fetch(address, init) {
    const writer = writerOrigin();
    // No cookies are sent to another origin: a reader's calls belong to no session.
    return fetch(writer + address, writer === '' ? init : { ...init, credentials: 'omit' });
  },
});

/**
 * The code that an edge answers in the server's place (`deploy/`). It is in no contract of ours: a program must treat
 * it as no answer.
 */
export const ORIGIN_AWAY = 'origin_away';

/**
 * Whether an edge has answered a call in the server's place: it has no answers of the API, but it may have the page.
 */
export function isOriginAway(error: unknown): boolean {
  return error instanceof ResponseError && error.status === 503 && error.message.includes(`"${ORIGIN_AWAY}"`);
}
