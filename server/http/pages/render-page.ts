import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageCache } from '#server/http/page-cache.ts';
import { readerOf } from '#server/http/reader-of.ts';
import { requesterOf } from '#server/http/requester.ts';
import type { Services } from '#server/services/index.ts';
import type { SiteAssets } from '#server/site/server/assets.ts';
import type { RenderInput, RenderResult } from '#server/site/server/entry-server.tsx';
import type { SiteInfo } from '#server/site/site-data.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { TextPage } from './cached-sender.ts';
import type { DependsOn } from './page-tags.ts';
import { serverSiteData } from './server-site-data.ts';

/** The two applications for the browser: the reading site or the admin. */
export type BrowserEntry = 'site' | 'admin';

/** The server's access to the reading site: the built bundle, or in development the sources through Vite. */
export interface SiteRenderer {
  render(input: RenderInput): Promise<RenderResult>;
  /** The built files of the reading site, or of the admin. */
  assets(entry?: BrowserEntry): Promise<SiteAssets>;
}

export interface PageOptions {
  services: Services;
  site: SiteRenderer;
  /** The present facts about the site. */
  info: () => Promise<SiteInfo>;
  cache: PageCache;
  clock: Clock;
  /** The policy that pages published as files contain themselves; null when a header has it. */
  policyInPage: (() => string) | null;
}

export const HTML = 'text/html; charset=utf-8';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Whether the server or the reader has reached a limit; then nothing is broken. */
function isTurnedAway(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'overloaded' || error.code === 'rate_limited');
}

/** Returns a function that renders the page at an address, as the sender of the request may see it. */
export function createPageRenderer(options: PageOptions) {
  const { services, site, info, clock, policyInPage } = options;
  return async (
    { request, reply }: Exchange,
    url: string,
    { dependsOn, ...extra }: Partial<RenderInput> & { dependsOn?: DependsOn } = {},
  ): Promise<TextPage> => {
    const viewer = request.adminId === null && !extra.unpublished ? 'reader' : 'owner';
    const data = serverSiteData(services, viewer, { requester: requesterOf(request, reply), dependsOn });
    dependsOn?.('settings');
    let hasList = false;
    let hasFailed = false;
    let turnedAway: number | undefined;
    const { status, html } = await site.render({
      url,
      data: {
        ...data,
        async posts(query) {
          const list = await data.posts(query);
          if (query.featured !== true && list.items.length > 0) hasList = true;
          return list;
        },
        async search(query, asked) {
          const found = await data.search(query, asked);
          if (asked.page === 1) services.counting.searched(readerOf(request), { query, found: found.total });
          return found;
        },
      },
      info: await info(),
      assets: await site.assets(),
      policy: policyInPage?.(),
      owner: viewer === 'owner',
      now: new Date(clock.now()),
      onError(error) {
        hasFailed = true;
        if (isTurnedAway(error)) turnedAway = error.status;
        else request.log.error({ err: error }, 'a part of a page could not be fetched');
      },
      ...extra,
    });
    return {
      status: turnedAway ?? status,
      type: HTML,
      text: html,
      isCacheable: !hasFailed && (hasList || !url.includes('?')),
    };
  };
}
