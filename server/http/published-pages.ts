import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { endpoints } from '#shared/contract/index.ts';
import { AppError } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a page of the published site makes the request, and may make it. */
    isFromPublished: boolean;
  }
}

/** The seconds for which a browser caches what it may send. */
const REMEMBERED = '86400';

/**
 * Lets the pages of a published site send what readers enter (docs/rules.md, "Static publication"): from the origin
 * that SITE_URL names, when this server itself has another origin. All other calls stay closed to that origin as to any
 * other. Add this before the cross-site rule, which uses its result.
 */
export function letPublishedPagesIn(app: FastifyInstance, config: Pick<Config, 'SITE_URL' | 'WRITER_URL'>): void {
  app.decorateRequest('isFromPublished', false);
  const published = new URL(config.SITE_URL).origin;
  if (published === new URL(config.WRITER_URL).origin) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.fromPublished !== true) return;
    // The answer depends on the origin, also an answer to another origin.
    reply.header('vary', 'origin');
    if (request.headers.origin !== published) return;
    request.isFromPublished = true;
    // Without credentials: the owner's session plays no part on such a page.
    reply.header('access-control-allow-origin', published);
  });
  // A message is sent as JSON, for which a browser sends a preflight request first.
  for (const { path, method } of endpoints.filter(({ fromPublished }) => fromPublished)) {
    app.options(path, { config: { fromPublished: true } }, async (request, reply) => {
      if (!request.isFromPublished) throw new AppError('cross_site');
      return reply
        .headers({
          'access-control-allow-methods': method,
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': REMEMBERED,
        })
        .status(204)
        .send();
    });
  }
}
