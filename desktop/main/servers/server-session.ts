import { isOfSignIn, signInCalls } from '#shared/contract/auth/sign-in-steps.ts';
import { CLIENT_HEADER, logout } from '#shared/contract/session.ts';
import type { Network } from './network.ts';
import type { Credentials } from './sealed-credentials.ts';
import type { ServerFetch } from './server-check.ts';

/** Calls to one server, made as its owner. */
export interface ServerSession {
  readonly origin: string;
  /**
   * Makes a call; `address` begins with "/". The answer carries no `Set-Cookie`. Rejects when no answer of the server
   * came: without a network, for a redirect (a Ninefold server makes none here; a hotel's network does), or with the
   * abort reason of `signal`.
   */
  fetch(address: string, init: RequestInit): Promise<Response>;
  /**
   * Does the same as `fetch`, for content that only the owner's own server may receive: without a session from a
   * sign-in at this server nothing is sent, and the answer is 401.
   */
  fetchSignedIn(address: string, init: RequestInit): Promise<Response>;
}

interface ServerSessionOptions {
  origin: string;
  fetch: ServerFetch;
  credentials: Credentials;
  network: Pick<Network, 'report'>;
  /** `onSignedIn` and `onSignedOut` are called when the owner has signed in, or out. */
  onSignedIn: () => void;
  onSignedOut: () => void;
}

/** Whether something between the app and the server has answered, without reaching the server. */
export const isGatewayFault = ({ status }: Response) => status === 502 || status === 503 || status === 504;

const isOfOurServer = (response: Response) => response.headers.get('content-type')?.startsWith('application/json');

/**
 * Returns the session of a server. Its calls carry the cookies of the jar and the server's own origin, and say that the
 * desktop app makes them.
 */
export function createServerSession(options: ServerSessionOptions): ServerSession {
  const { origin, credentials, network } = options;
  const session: ServerSession = {
    origin,
    fetchSignedIn: async (address, init) =>
      credentials.hasSession() ? session.fetch(address, init) : new Response(null, { status: 401 }),
    async fetch(address, init) {
      const url = new URL(`${origin}${address}`);
      // The text after the origin must not change the origin ("//elsewhere", "@elsewhere").
      if (url.origin !== origin || !address.startsWith('/')) throw new TypeError('Not an address of the server');
      const headers = new Headers(init.headers);
      const cookie = credentials.header(url);
      if (cookie) headers.set('cookie', cookie);
      else headers.delete('cookie');
      headers.set('origin', origin);
      headers.set(CLIENT_HEADER, 'desktop');

      const response = await reach(() =>
        // The app uses its own cookie jar: the host's would keep the cookies that are discarded at sign-out.
        options.fetch(url.href, { ...init, headers, redirect: 'error', credentials: 'omit', cache: 'no-store' }),
      );
      network.report(!isGatewayFault(response) || isOfOurServer(response) === true);
      const method = (init.method ?? 'GET').toUpperCase();
      if (response.status === 401 && !isOfSignIn(url.pathname) && cookie) credentials.sessionEnded(cookie);
      const isSignIn = response.ok && method === 'POST' && signInCalls.some(({ path }) => path === url.pathname);
      credentials.take(response.headers, isSignIn ? 'sign-in' : { cookie });
      if (isSignIn) options.onSignedIn();
      if (response.ok && method === 'POST' && url.pathname === logout.path) {
        if (cookie) credentials.sessionEnded(cookie);
        options.onSignedOut();
      }
      const withoutCookies = new Headers(response.headers);
      withoutCookies.delete('set-cookie');
      return new Response(hasBody(response) ? response.body : null, {
        status: response.status,
        statusText: response.statusText,
        headers: withoutCookies,
      });

      async function reach(call: () => Promise<Response>): Promise<Response> {
        try {
          return await call();
        } catch (error) {
          if (!init.signal?.aborted) network.report(false);
          throw error;
        }
      }
    },
  };
  return session;
}

/** `Response` refuses a body for these statuses (WHATWG Fetch, "null body status"). */
const hasBody = ({ status }: Response) => ![101, 103, 204, 205, 304].includes(status);
