import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

/** The path of the mark (`server/services/edges/edge-marks.ts`). */
export const MARK_PATH = '/.well-known/ninefold-edge';

/** Milliseconds within which an edge must show the mark. */
const PATIENCE = 5000;

interface LookOptions {
  /** The address at which the edge is told what to drop. */
  purgeUrl: string;
  /** The method of those calls. POST is for services, which are told at an address of their own that shows no pages. */
  method: string;
  siteUrl: string;
}

/**
 * Creates the function that reads the mark from an edge as a reader would: at the host where the edge is told what to
 * drop, under the site's name; for a service with a separate address, at the site's own address. Returns null when the
 * edge shows no mark.
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
        // The platform's fetch always sends the host of the address, and cannot send another.
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
