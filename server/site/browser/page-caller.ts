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
