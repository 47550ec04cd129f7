import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isBuiltFile } from '#server/paths.ts';
import { AppError } from '#shared/kernel/errors.ts';

const PATHS_WITHOUT_PAGES = /^\/(api|uploads|og)(\/|$)/;

/** Whether what stands under a path, or could, is a file or an answer to a program, never a page. */
export function holdsNoPages(path: string): boolean {
  return PATHS_WITHOUT_PAGES.test(path) || isBuiltFile(path);
}

/** Whether the answer is a page that says that there is nothing at this address; programs get a code. */
export function wantsPage({ method, raw }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !holdsNoPages((raw.url ?? '/').split('?', 1)[0] ?? '/');
}

/**
 * Refuses what is sent to an address that does not exist, or does not take it, with `not_found` before its body is read:
 * else anybody could have a body of any kind read and parsed for nothing. Pages that are missing are answered as pages.
 */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !wantsPage(request)) throw new AppError('not_found');
  });
}
