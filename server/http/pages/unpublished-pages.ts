import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/services/index.ts';
import { postPath } from '#server/site/routes.ts';
import type { PostPage } from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { addPageRoutes } from './page-routes.ts';

/** An address that is a secret is asked for by those who have it. More is guessing. */
const LIMIT = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } };

interface UnpublishedPageOptions {
  services: Services;
  clock: Clock;
}

/** The pages of posts that are not live (docs/rules.md, "Share links"): by a link the owner gave, and before a save. */
export function addUnpublishedPages(
  app: FastifyInstance,
  { services, clock }: UnpublishedPageOptions,
  sendPage: ReturnType<typeof addPageRoutes>['unpublished'],
): void {
  app.get<{ Params: { secret: string } }>('/shared/:secret', LIMIT, async (request, reply) => {
    const post = await services.shareLinks.read(request.params.secret);
    if (post && isLive(post, clock.now())) {
      return reply.header('cache-control', 'private, no-store').redirect(postPath(post.slug), 302);
    }
    return sendPage(request, reply, post, 'shared');
  });
  app.get<{ Params: { token: string } }>('/preview/:token', LIMIT, (request, reply) =>
    sendPage(request, reply, services.postPreviews.find(request.params.token), 'preview'),
  );
}

/** `now` in milliseconds since 1970. */
function isLive({ published, publishedAt }: PostPage, now: number): boolean {
  return published && publishedAt !== null && Date.parse(publishedAt) <= now;
}
