import { readerOf } from '#server/http/reader-of.ts';
import type { Services } from '#server/services/index.ts';
import { statisticsTable } from '#server/services/statistics/tables.ts';
import { countReadToEnd } from '#shared/contract/posts.ts';
import {
  countPageView,
  downloadStatistics,
  getFollowers,
  getNiches,
  getReadings,
  getReferrers,
  getSearches,
  listMissingPages,
  listReadPosts,
  type PageKind,
  pageKinds,
} from '#shared/contract/statistics.ts';
import type { Register } from './register.ts';

/** Calls of one client a minute, of those that readers' pages make by themselves. */
const READERS = { perMinute: 120 };

/** What readers' pages count, and what the owner is told of it (docs/rules.md, "Statistics"). */
export function addStatisticsRoutes(
  register: Register,
  { counting, statistics }: Services,
  landingPaths: readonly string[],
): void {
  register(
    countPageView,
    ({ params, query, request }) => {
      const page = landingPaths.includes(`/${params.page}`) ? 'landing' : pageKind(params.page);
      if (page) counting.pageOpened(readerOf(request), { page, from: query.from });
      return undefined;
    },
    READERS,
  );
  register(
    countReadToEnd,
    ({ params, request }) => {
      counting.postReadToEnd(readerOf(request), params.id);
      return undefined;
    },
    READERS,
  );

  register(getReadings, ({ query }) => statistics.readings(query));
  register(listReadPosts, ({ query: { limit, ...asked } }) => statistics.posts(asked, limit));
  register(getReferrers, ({ query }) => statistics.referrers(query));
  register(getSearches, ({ query }) => statistics.searches(query.range));
  register(listMissingPages, ({ query }) => statistics.missing(query.range));
  register(getNiches, ({ query }) => statistics.niches(query.range));
  register(getFollowers, ({ query }) => statistics.followers(query.range));
  register(downloadStatistics, async ({ params, query, reply }) => {
    const text = await statisticsTable(statistics, params.table, query);
    await reply.header('cache-control', 'no-store').type('text/csv; charset=utf-8').send(text);
    return undefined;
  });
}

/** The kind of page the first part of an address belongs to, or `home`; undefined for what is no page of its own. */
function pageKind(first: string): PageKind | undefined {
  return pageKinds.find((kind) => kind === first && kind !== 'landing');
}
