import type { FastifyInstance, FastifyReply } from 'fastify';
import { MARK_PATH } from '#server/adapters/read-edge-mark.ts';
import { edgeHeaders } from '#server/http/edge-headers.ts';
import { addRetryAfter, errorBody, handleError, toAppError } from '#server/http/error-handler.ts';
import { readForms } from '#server/http/read-form.ts';
import { readerOf } from '#server/http/reader-of.ts';
import { addMissingHeaders } from '#server/http/security-headers.ts';
import { wantsPage } from '#server/http/unknown-addresses.ts';
import { type EdgeMarks, MARK_TAG } from '#server/services/edges/edge-marks.ts';
import { isPicturePath } from '#server/services/statistics/counting.ts';
import type { StatisticsRecorder } from '#server/services/statistics/recorder.ts';
import { postPath } from '#server/site/routes.ts';
import type { PostPage } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type AdminPageOptions, addAdminPage } from './admin-page.ts';
import { createCachedSender } from './cached-sender.ts';
import { addFeedRoutes, type FeedRouteOptions } from './feeds.ts';
import { addLlmsRoute } from './llms-txt.ts';
import { addPageRoutes, type PageSenders } from './page-routes.ts';
import { createPostMarkdown } from './post-markdown.ts';
import { addContactForm } from './posted-contact-form.ts';
import type { PageOptions } from './render-page.ts';
import { addSecurityTxt, type SecurityTxtOptions } from './security-txt.ts';
import { addSharePictureRoutes, type SharePictureOptions } from './share-pictures.ts';
import { addSiteFileRoutes, type SiteFileOptions } from './site-files.ts';
import { addSubscriptionPages } from './subscription-pages.ts';

type SiteOptions = PageOptions &
  AdminPageOptions &
  FeedRouteOptions &
  SiteFileOptions &
  SharePictureOptions &
  SecurityTxtOptions & {
    /** Null when there is no edge. */
    edgeMarks: EdgeMarks | null;
  };

/** The reading site: its pages, feeds and files, and the answers for addresses at which there is nothing. */
export async function addSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  countMissingPages(app, options.services.counting);
  await app.register(async (scope) => {
    const sendCached = createCachedSender(options.cache);
    const pages = addPageRoutes(scope, options, createPostMarkdown({ ...options, sendCached }));
    addAdminPage(scope, options);
    addFeedRoutes(scope, options);
    addLlmsRoute(scope, options);
    addSiteFileRoutes(scope, options);
    addSecurityTxt(scope, options);
    addSharePictureRoutes(scope, options);
    if (options.edgeMarks) addEdgeMark(scope, options.edgeMarks);
    addUnpublishedPages(scope, options, pages.unpublished);
    readForms(scope);
    addContactForm(scope, options, pages.contact);
    addSubscriptionPages(scope, options, pages);
    scope.setErrorHandler(async (error, request, reply) => {
      const appError = toAppError(error);
      request.refusedAs = appError.code;
      const wantsPage = request.headers.accept?.includes('text/html') ?? false;
      // A feed reader does not accept pages, but is redirected as well.
      if (!wantsPage && appError.status === 404 && (await pages.leadOn(request, reply))) return reply;
      if (!wantsPage) return handleError(error, request, reply);
      if (appError.status === 404) return pages.missing(request, reply);
      if (appError.status >= 500) request.log.error({ err: error }, 'page failed');
      return sendFaultPage(reply, appError.status, errorBody(appError, request.id).message);
    });
    app.setNotFoundHandler(async (request, reply) => {
      if (wantsPage(request)) return pages.missing(request, reply);
      throw new AppError('not_found');
    });
  });
}

const FAULT_STYLE = 'body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}';

/** An error page made without React, because the fault may be in the code of the pages. */
function sendFaultPage(reply: FastifyReply, status: number, message: string): FastifyReply {
  const text = message.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  // An empty href is the page's own address, whatever characters the address contains.
  const again = status === 429 || status >= 500 ? '<a href="">Try again</a> · ' : '';
  addRetryAfter(reply, status);
  addMissingHeaders(reply, FAULT_STYLE);
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${status}</title><style>${FAULT_STYLE}</style></head><body><h1>${text}</h1><p>${again}<a href="/">Back to the front page</a></p></body></html>`,
    );
}

/**
 * Counts requests for pages and pictures that do not exist, after they are answered; a client that requests neither is
 * not a reader.
 */
function countMissingPages(app: FastifyInstance, counting: StatisticsRecorder): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, headers, hostname, raw } = request;
    if (reply.statusCode !== 404 || method !== 'GET' || !wantsPage(request)) return;
    const [pathname = '/'] = (raw.url ?? '/').split('?');
    const { accept = '' } = headers;
    const isAsked = accept.includes('text/html') || (accept.includes('image/') && isPicturePath(pathname));
    if (!isAsked || headers['sec-purpose'] !== undefined) return;
    counting.missed(readerOf(request), { pathname, referrer: headers.referer, ownHost: hostname });
  });
}

/** People who have a secret address request it rarely; a client that makes more requests is guessing. */
const SECRET_LIMIT = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } };

/**
 * The pages of posts that are not live (docs/rules.md, "Share links"): through a link from the owner, and as a preview
 * before a save.
 */
function addUnpublishedPages(
  app: FastifyInstance,
  { services, clock }: Pick<SiteOptions, 'services' | 'clock'>,
  sendPage: PageSenders['unpublished'],
): void {
  app.get<{ Params: { secret: string } }>('/shared/:secret', SECRET_LIMIT, async (request, reply) => {
    const post = await services.shareLinks.read(request.params.secret);
    if (post && isLive(post, clock.now())) {
      return reply.header('cache-control', 'private, no-store').redirect(postPath(post.slug), 302);
    }
    return sendPage(request, reply, post, 'shared');
  });
  app.get<{ Params: { token: string } }>('/preview/:token', SECRET_LIMIT, (request, reply) =>
    sendPage(request, reply, services.postPreviews.find(request.params.token), 'preview'),
  );
}

/** `now` in milliseconds since 1970. */
function isLive({ published, publishedAt }: PostPage, now: number): boolean {
  return published && publishedAt !== null && Date.parse(publishedAt) <= now;
}

/**
 * The page by which the server checks whether an edge drops what it is told to drop. It depends only on its own tag.
 */
function addEdgeMark(app: FastifyInstance, marks: EdgeMarks): void {
  app.get(MARK_PATH, async (_request, reply) =>
    reply
      .headers({ ...edgeHeaders(MARK_TAG), 'cache-control': 'public, max-age=0, must-revalidate' })
      .header('x-robots-tag', 'noindex')
      .type('text/plain; charset=utf-8')
      .send(marks.text()),
  );
}
