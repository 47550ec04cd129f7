import { ClientRequest, type RequestOptions } from './client-request.ts';
import type { NetworkInit } from './fetch-through.ts';
import { session } from './session.ts';
import { strict } from './strict.ts';

/** The network of the default session. */
export const net = strict('net', {
  fetch: (input: string | URL | Request, init?: NetworkInit) => session.defaultSession.fetch(input, init),
  request: (options: RequestOptions) => new ClientRequest(options),
  isOnline: () => !session.defaultSession.isOffline,
  get online() {
    return net.isOnline();
  },
});
