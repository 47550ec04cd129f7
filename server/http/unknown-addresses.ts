import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isBuiltFile } from '#server/paths.ts';
import { AppError } from '#shared/kernel/errors.ts';

const PATHS_WITHOUT_PAGES = /^\/(api|uploads|og)(\/|$)/;

/** Whether a path belongs to files or to answers for programs, and never to a page. */
export function holdsNoPages(path: string): boolean {
  return PATHS_WITHOUT_PAGES.test(path) || isBuiltFile(path);
}

/** Whether the answer is a page that says that there is nothing at this address; programs get an error code. */
export function wantsPage({ method, raw }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !holdsNoPages((raw.url ?? '/').split('?', 1)[0] ?? '/');
}

/**
 * Refuses, with `not_found` and before the body is read, requests to an address that does not exist or does not accept
 * the method: otherwise anybody could make the server read and parse a body of any kind for nothing. Missing pages are
 * answered as pages.
 */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !wantsPage(request)) throw new AppError('not_found');
  });
}
