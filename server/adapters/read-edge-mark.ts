import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** Where the mark stands (`server/services/edges/edge-marks.ts`). */
export const MARK_PATH = '/.well-known/ninefold-edge';

/** Milliseconds an edge may take to show it. */
const PATIENCE = 5000;

interface LookOptions {
  /** Where the edge is told what to drop. */
  purgeUrl: string;
  /** POST is how services are told, at an address of theirs which shows no page. */
  method: string;
  siteUrl: string;
}

/**
 * Reads the mark from an edge as a reader would: at the host where it is told what to drop, under the site's name; from a
 * service that is told elsewhere, at the site's own address. Null where it does not show one.
 */
export function createLook({
  purgeUrl,
  method,
  siteUrl,
}: LookOptions): (signal: AbortSignal) => Promise<string | null> {
  const { origin, protocol } = new URL(method === 'POST' ? siteUrl : purgeUrl);
  return async (signal) => {
    try {
      return await read(origin + MARK_PATH, protocol, {
        // The platform's fetch says the name of the address, whatever is asked of it.
        headers: { host: new URL(siteUrl).host },
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      });
    } catch {
      signal.throwIfAborted();
      return null;
    }
  };
}

interface Asking {
  headers: Record<string, string>;
  agent: false;
  signal: AbortSignal;
}

function read(url: string, protocol: string, asking: Asking): Promise<string | null> {
  const ask = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = ask(url, asking, (response) => {
      if (response.statusCode === 200) text(response).then(resolve, reject);
      else response.resume().once('end', () => resolve(null));
    });
    request.once('error', reject);
    request.end();
  });
}
