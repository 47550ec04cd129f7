import { createCaller } from '#shared/api-client/caller.ts';

/** Makes the calls of this page, at its own origin. */
export const pageCaller = createCaller({ fetch: (address, init) => fetch(address, init) });
