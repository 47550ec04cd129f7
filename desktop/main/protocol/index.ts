import { isForwarded } from './forward.ts';
import { withEnd } from './given-up.ts';
import { createRendererFiles } from './renderer-files.ts';
import { APP_ORIGIN, SITE_ORIGIN } from './scheme.ts';

export { withCancelling } from './cancel-uploads.ts';
export { createForward } from './forward.ts';
export { APP_SCHEME, appSchemePrivileges } from './scheme.ts';
export { createSitePages } from './site-pages.ts';

/** `signal` aborts the work for a page that no longer waits. */
type Handler = (request: Request, signal: AbortSignal) => Promise<Response>;

interface AppProtocolOptions {
  /** The folder of the built renderer. */
  rendererFolder: string;
  /** Returns the handlers of the server in use; null before a server was chosen. */
  server: () => Promise<{ forward: Handler; site: Handler } | null>;
}

/**
 * Answers every address under `app://`, for `protocol.handle`. Another host, or an address with a port or a user name,
 * is not found or refused.
 */
export function createAppProtocol({
  rendererFolder,
  server,
}: AppProtocolOptions): (request: Request) => Promise<Response> {
  const files = createRendererFiles(rendererFolder);
  return async (request) => {
    const { protocol, host, pathname, username, password } = new URL(request.url);
    if (username !== '' || password !== '') return new Response(null, { status: 400 });
    const origin = `${protocol}//${host}`;
    if (origin === SITE_ORIGIN)
      return (await withEnd(request, (await server())?.site)) ?? new Response(null, { status: 404 });
    if (origin !== APP_ORIGIN) return new Response(null, { status: 404 });
    if (isForwarded(pathname)) return (await withEnd(request, (await server())?.forward)) ?? Response.error();
    return files(request);
  };
}
