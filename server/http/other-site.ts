import type { FastifyInstance } from 'fastify';
import { namesSite, SITE_HEADER } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Refuses writes of the owner that are meant for another site, with `other_site`: an address can lead to other data
 * than when a page was opened, and the posts there have the same ids. Checked before the session: a sign-in would not
 * help.
 */
export function refuseOtherSite(api: FastifyInstance, siteId: string): void {
  api.addHook('onRequest', async ({ headers, routeOptions }) => {
    const { endpoint } = routeOptions.config;
    const meant = headers[SITE_HEADER];
    if (endpoint && namesSite(endpoint) && meant !== undefined && meant !== siteId) throw new AppError('other_site');
  });
}
