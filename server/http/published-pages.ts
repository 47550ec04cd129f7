import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { endpoints } from '#shared/contract/index.ts';
import { AppError } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Asked for by a page of the published site, of what such a page may ask for. */
    isFromPublished: boolean;
  }
}

/** Seconds for which a browser remembers what it may send. */
const REMEMBERED = '86400';

/**
 * Lets the pages of a published site send what readers send (docs/rules.md, "Static publication"): from the origin that
 * SITE_URL names, where this server itself is at another. Every other door stays shut to that origin as to any. Before
 * the cross-site rule, which goes by what is found here.
 */
export function letPublishedPagesIn(app: FastifyInstance, config: Pick<Config, 'SITE_URL' | 'WRITER_URL'>): void {
  app.decorateRequest('isFromPublished', false);
  const published = new URL(config.SITE_URL).origin;
  if (published === new URL(config.WRITER_URL).origin) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.fromPublished !== true) return;
    // Answers differ by who asks, also those to somebody else.
    reply.header('vary', 'origin');
    if (request.headers.origin !== published) return;
    request.isFromPublished = true;
    // Without credentials: the owner's session does not concern such a page.
    reply.header('access-control-allow-origin', published);
  });
  // A message is sent as JSON, for which a browser asks beforehand.
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
