import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CardFiles } from '#server/adapters/card-files.ts';
import { forOtherSites } from '#server/http/security-headers.ts';
import type { PostToShare } from '#server/repositories/posts/post-cards.ts';
import type { Services } from '#server/services/index.ts';
import {
  categoryCard,
  categoryCardPath,
  postCard,
  postCardPath,
  type ShareCard,
  shareSource,
  siteCard,
  siteCardPath,
} from '#server/site/share-card.ts';
import type { SiteInfo } from '#server/site/site-data.ts';
import { AppError } from '#shared/kernel/errors.ts';

export interface SharePictureOptions {
  services: Pick<Services, 'posts' | 'categories'>;
  cards: Pick<CardFiles, 'read'>;
  /** The present facts about the site. */
  info: () => Promise<SiteInfo>;
}

/**
 * Share pictures (docs/rules.md, "Share pictures"). A card has its key in its address; an address with an earlier key
 * redirects to the present one. `/og/<slug>.jpg` redirects to the present share picture of a post.
 */
export function addSharePictureRoutes(app: FastifyInstance, { services, cards, info }: SharePictureOptions): void {
  const send = async (reply: FastifyReply, card: ShareCard) =>
    forOtherSites(reply)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/png')
      .send(await cards.read(card));
  /** Sends the card when the address is the present one, otherwise redirects to the present address. */
  const answer = (url: string, reply: FastifyReply, { path, card }: { path: string; card: ShareCard }) =>
    new URL(url, 'http://site.invalid').pathname === path ? send(reply, card) : reply.redirect(path, 302);
  const postToShare = async (slug: string) => {
    const post = await services.posts.toShare(slug);
    if (post === null) throw new AppError('not_found');
    return post;
  };

  app.get('/share.png', async (_request, reply) => reply.redirect(siteCardPath(await info()), 302));
  app.get('/og/site/:key.png', async (request, reply) => {
    const site = await info();
    return answer(request.url, reply, { path: siteCardPath(site), card: siteCard(site) });
  });
  app.get<{ Params: { slug: string } }>('/og/category/:slug/:key.png', async (request, reply) => {
    const category = await services.categories.find(request.params.slug);
    if (category === null) throw new AppError('not_found');
    const site = await info();
    return answer(request.url, reply, { path: categoryCardPath(category, site), card: categoryCard(category, site) });
  });
  app.get<{ Params: { slug: string } }>('/og/post/:slug/:key.png', async (request, reply) => {
    const post = await postToShare(request.params.slug);
    const site = await info();
    if (shareSource(post) !== 'card') return reply.redirect(sharedAt(post, site), 302);
    return answer(request.url, reply, { path: postCardPath(post, site), card: postCard(post, site) });
  });
  app.get<{ Params: { slug: string } }>('/og/:slug.jpg', async (request, reply) =>
    reply.redirect(sharedAt(await postToShare(request.params.slug), await info()), 302),
  );
}

/** The present address of a post's share picture. */
function sharedAt(post: PostToShare, site: SiteInfo): string {
  if (post.image) return `/uploads/${post.image.shareFilename}`;
  return shareSource(post) === 'card' ? postCardPath(post, site) : (post.featuredImage ?? '');
}
