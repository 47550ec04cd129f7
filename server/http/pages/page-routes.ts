import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addRetryAfter } from '#server/http/error-handler.ts';
import { compressOnce, type PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import type { Led } from '#server/services/redirects.ts';
import { authorPath, pageUrl, postPath, tagPath } from '#server/site/routes.ts';
import type { UnpublishedKind } from '#server/site/server/draft-notice.tsx';
import type { RenderInput } from '#server/site/server/entry-server.tsx';
import { landingPages } from '#server/site/server/landing/landing-pages.ts';
import type { SubscriptionView } from '#server/site/server/subscription/subscription-view.ts';
import type { PostPage } from '#shared/contract/posts/post.ts';
import { createCachedSender, type TextPage, varyOf } from './cached-sender.ts';
import { addressOf, canonicalPath, namedIn, postSlug, siteAddress, withoutSlashes } from './page-addresses.ts';
import { createPageRenderer, type PageOptions } from './render-page.ts';
import { asShown } from './server-site-data.ts';

/** The screens of the reading site other than the search; `server/site/routes.ts` says what each shows. */
const PAGES = [
  '/',
  '/post/:slug',
  '/category/:slug',
  '/tag/:slug',
  '/author/:slug',
  '/archive',
  '/archive/:year',
  '/archive/:year/:month',
  '/about',
  '/privacy',
  '/terms',
  '/contact',
  '/follow',
];
/**
 * The referrer policy of pages whose address is a secret: other sites do not learn it. With `no-referrer`, browsers
 * would send the pages' own forms with no origin, and such requests are refused (Fetch, "Origin header").
 */
export const UNTOLD = 'same-origin';
/** As many as the API's search allows one client. */
const SEARCHES_A_MINUTE = { max: 120, timeWindow: 60_000 };
/** Pages that are the answer to a request for another address than their own. */
export interface PageSenders {
  /** The not-found screen, status 404; an address with a slash at its end is redirected to the one without. */
  missing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Redirects from an address at which there is nothing, if there is a redirect; returns false when there is none. */
  leadOn(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** The contact page as the answer to its form. */
  contact(
    request: FastifyRequest,
    reply: FastifyReply,
    form: RenderInput['form'],
    status: number,
  ): Promise<FastifyReply>;
  /** The answer to somebody who follows by e-mail, or wants to: only for them, and its address is not passed on. */
  subscription(
    request: FastifyRequest,
    reply: FastifyReply,
    view: SubscriptionView,
    status?: number,
  ): Promise<FastifyReply>;
  /**
   * A post at an address that is not its own, hidden from search engines and caches; the not-found screen when there is
   * no post.
   */
  unpublished(
    request: FastifyRequest,
    reply: FastifyReply,
    post: PostPage | null,
    as: UnpublishedKind,
  ): Promise<FastifyReply>;
}

/**
 * Answers a request for a post in another form than its page, when that is requested and exists; returns false
 * otherwise.
 */
export type OtherForm = (request: FastifyRequest, reply: FastifyReply, slug: string) => Promise<boolean>;

/** Every page of the reading site, the not-found page included, for readers and for the signed-in owner. */
export function addPageRoutes(app: FastifyInstance, options: PageOptions, sendsOtherForm: OtherForm): PageSenders {
  const { services, cache } = options;
  const render = createPageRenderer(options);
  const movedTo = createMovedTo(services, cache);
  const sendCached = createCachedSender(cache);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, search } = addressOf(request);
    const canonical = canonicalPath(pathname);
    if (canonical !== pathname) return reply.redirect(`${canonical}${search}`, 301);
    const slug = postSlug(pathname);
    if (slug !== null) {
      reply.header('vary', 'accept');
      if (await sendsOtherForm(request, reply, slug)) return reply;
    }
    const url = pageUrl(pathname, search);
    const led = await services.redirects.followExactly(siteAddress(pathname, search));
    if (led) return sendTo(reply, led);
    const moved = await movedTo(pathname);
    if (moved !== null) return reply.redirect(`${moved}${search}`, 301);
    const given = cache.find(url) ? null : await services.redirects.follow(siteAddress(pathname, search));
    // A page that exists again is shown, whatever redirect was set while it did not exist.
    if (given && (await render({ request, reply }, url)).status === 404) return sendTo(reply, given);
    if (request.adminId !== null || pathname === '/search') {
      return sendFresh(request, reply, await render({ request, reply }, url));
    }
    return sendCached(request, reply, url, (dependsOn) => render({ request, reply }, url, { dependsOn }));
  };

  const landing = landingPages.map(({ path }) => path);
  for (const path of [...PAGES, ...landing]) app.get(path, sendPage);
  // Never cached, so each search costs a query and a rendering.
  app.get('/search', { config: { rateLimit: SEARCHES_A_MINUTE } }, sendPage);
  return {
    async missing(request, reply) {
      const { pathname, search } = addressOf(request);
      // The address that a further page of a list has when the site is published as files, and had with other programs.
      const plain = withoutSlashes(pathname);
      const page = pageUrl(plain, '');
      const isThere = page !== plain && (await render({ request, reply }, page)).status !== 404;
      if (isThere) return reply.redirect(page, 301);
      const led = await services.redirects.follow(siteAddress(pathname, search));
      if (led) return sendTo(reply, led);
      if (pathname.length > 1 && pathname.endsWith('/')) {
        return reply.redirect(`${withoutSlashes(pathname)}${search}`, 301);
      }
      return sendFresh(request, reply, await render({ request, reply }, pathname, { missing: true }));
    },
    async leadOn(request, reply) {
      const { pathname, search } = addressOf(request);
      const led = await services.redirects.follow(siteAddress(pathname, search));
      if (led) sendTo(reply, led);
      return led !== null;
    },
    async contact(request, reply, form, status) {
      return sendFresh(request, reply, { ...(await render({ request, reply }, '/contact', { form })), status });
    },
    async subscription(request, reply, view, status = 200) {
      const { pathname } = addressOf(request);
      const page = await render({ request, reply }, pathname, { subscription: view, owner: false });
      reply.header('referrer-policy', UNTOLD).header('x-robots-tag', 'noindex, nofollow');
      return sendFresh(request, reply, { ...page, status });
    },
    async unpublished(request, reply, post, as) {
      const extra = post ? { unpublished: { post: asShown(post), as }, owner: false } : { missing: true };
      const page = await render({ request, reply }, addressOf(request).pathname, extra);
      return sendFresh(request, reply.header('x-robots-tag', 'noindex, nofollow'), page);
    },
  };
}

/** Returns a function that gives the present address of what once had an address; null for none. */
function createMovedTo(services: Pick<Services, 'posts' | 'authors' | 'tags'>, cache: Pick<PageCache, 'find'>) {
  const kinds: Readonly<
    Record<string, { of: { movedTo(slug: string): Promise<string | null> }; path: (slug: string) => string }>
  > = {
    post: { of: services.posts, path: postPath },
    author: { of: services.authors, path: authorPath },
    tag: { of: services.tags, path: tagPath },
  };
  return async (pathname: string): Promise<string | null> => {
    const named = namedIn(pathname);
    // Only an address at which nothing is now can be a former one.
    if (named === null || cache.find(pathname)) return null;
    const kind = kinds[named.kind];
    const slug = await kind?.of.movedTo(named.slug);
    return kind && slug ? kind.path(slug) : null;
  };
}

/** Redirects a reader. The owner may change the redirect at any time, so the answer must not be cached. */
function sendTo(reply: FastifyReply, { to, status }: Led): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to, status);
}

/**
 * Sends a page that is not cached: one for the signed-in owner, or one of a kind with an unlimited number of addresses.
 */
function sendFresh(request: FastifyRequest, reply: FastifyReply, page: TextPage): FastifyReply {
  const { encoding, body } = compressOnce(page.text, request.headers['accept-encoding'] as string | undefined);
  reply
    .status(page.status)
    .header('cache-control', 'private, no-store')
    .header('vary', varyOf(reply, 'accept-encoding'));
  addRetryAfter(reply, page.status);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(page.type).send(body);
}
