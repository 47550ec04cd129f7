import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';
import type { PageOptions } from './page-routes.ts';

/** `/og/<slug>.jpg`: the 1200 × 630 JPEG of a live post with a picture of our own (docs/rules.md, "Page metadata"). */
export function addShareImages(app: FastifyInstance, { services }: PageOptions): void {
  app.get<{ Params: { slug: string } }>('/og/:slug.jpg', async (request, reply) => {
    const filename = await services.posts.shareImage(request.params.slug);
    if (filename === null) throw new AppError('not_found');
    return reply.redirect(`/uploads/${filename}`, 302);
  });
}
