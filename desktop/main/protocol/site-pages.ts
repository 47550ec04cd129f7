import type { ServerFetch } from '../servers/server-check.ts';
import { SITE_POLICY } from './scheme.ts';

const MAX_WAIT = 15_000;

/**
 * The types of the site that may be shown in a frame: pages, and their styles, images and fonts. Scripts would not run
 * there anyway.
 */
const SHOWN_TYPES = /^(?:text\/html|text\/css|image\/|font\/|application\/(?:font|octet-stream))/i;

/**
 * Answers `app://site/…` with the public pages of the server, as a reader without cookies gets them, under a policy
 * that lets nothing run. `gone` aborts the request to the server.
 */
export function createSitePages(
  origin: string,
  fetchPage: ServerFetch,
): (request: Request, gone?: AbortSignal) => Promise<Response> {
  return async ({ url, method, signal }, gone = signal) => {
    if (method !== 'GET') return new Response(null, { status: 405 });
    const { pathname, search } = new URL(url);
    const target = `${origin}${pathname}${search}`;
    const address = URL.canParse(target) ? new URL(target) : null;
    if (!address || address.origin !== origin || isClosed(address.pathname)) return new Response(null, { status: 404 });
    try {
      const response = await fetchPage(address.href, {
        headers: { accept: 'text/html,*/*;q=0.8' },
        redirect: 'error',
        credentials: 'omit',
        signal: AbortSignal.any([gone, AbortSignal.timeout(MAX_WAIT)]),
      });
      const type = response.headers.get('content-type') ?? '';
      if (!SHOWN_TYPES.test(type)) {
        await response.body?.cancel();
        return new Response(null, { status: 404 });
      }
      return new Response(response.status === 304 ? null : response.body, {
        status: response.status,
        headers: siteHeaders(type),
      });
    } catch {
      return new Response('<!doctype html><title>Not reached</title><p>The site cannot be reached just now.</p>', {
        status: 503,
        headers: siteHeaders('text/html; charset=utf-8'),
      });
    }
  };
}

const isClosed = (pathname: string) => /^\/(?:api|admin)(?:\/|$)/i.test(pathname);

const siteHeaders = (type: string): Record<string, string> => ({
  'content-type': type,
  'content-security-policy': SITE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  // A sandboxed page has no origin of its own, and its fonts are requested across origins.
  'access-control-allow-origin': '*',
});
