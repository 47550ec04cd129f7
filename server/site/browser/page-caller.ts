import { ResponseError } from '#shared/api-client/call-errors.ts';
import { createCaller } from '#shared/api-client/caller.ts';
import { writerOrigin } from './enhancer/writer-origin.ts';

/** Makes the calls of this page: at its own origin, or at that of the server which takes what its readers send. */
export const pageCaller = createCaller({
  fetch(address, init) {
    const writer = writerOrigin();
    // Another origin's cookies are not sent along: what readers send is nobody's session's.
    return fetch(writer + address, writer === '' ? init : { ...init, credentials: 'omit' });
  },
});

/** What an edge says in the server's place (`deploy/`). It is no code of ours: to a program no answer has come. */
export const ORIGIN_AWAY = 'origin_away';

/** Whether an edge has answered a call in the server's place: it has no answers of the API, but it may have the page. */
export function isOriginAway(error: unknown): boolean {
  return error instanceof ResponseError && error.status === 503 && error.message.includes(`"${ORIGIN_AWAY}"`);
}
