import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True for the one kind of change that other sites may request: it is done for anyone who has its secret address.
     */
    fromAnySite?: boolean;
    /** True for calls that readers of a published site make from the origin of its files. */
    fromPublished?: boolean;
  }
}

/** The methods of requests that change nothing (RFC 9110, section 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The cross-site rule (docs/rules.md, "Cross-site rule"): an unsafe request is refused when the browser says that it
 * comes from elsewhere. A request without either header (a script, the desktop's main process) passes; SameSite=Lax is
 * the second protection.
 */
export function isCrossSite(headers: FastifyRequest['headers'], siteOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  const host = headers.host ?? '';
  return origin !== siteOrigin && origin !== `http://${host}` && origin !== `https://${host}`;
}

/** Refuses, with `cross_site`, requests that would change something and come from another site's page. */
export function refuseCrossSite(app: FastifyInstance, ownUrl: string): void {
  const siteOrigin = new URL(ownUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.fromAnySite) return;
    if (request.isFromPublished) return;
    if (isCrossSite(request.headers, siteOrigin)) throw new AppError('cross_site');
  });
}
