import { isForwarded } from './forward.ts';
import { withEnd } from './given-up.ts';
import { createRendererFiles } from './renderer-files.ts';
import { APP_ORIGIN, SITE_ORIGIN } from './scheme.ts';

export { withCancelling } from './cancel-uploads.ts';
export { createForward } from './forward.ts';
export { APP_SCHEME, appSchemePrivileges } from './scheme.ts';
export { createSitePages } from './site-pages.ts';

/** `signal` ends what is under way for a page that no longer waits. */
type Handler = (request: Request, signal: AbortSignal) => Promise<Response>;

interface AppProtocolOptions {
  /** The built renderer. */
  rendererFolder: string;
  /** How the server in use answers; null before one was chosen. */
  server: () => Promise<{ forward: Handler; site: Handler } | null>;
}

/** Everything under `app://`, for `protocol.handle`. Another host, and a path with a port or a name in it, is nothing. */
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
