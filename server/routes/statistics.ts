import { readerOf } from '#server/http/reader-of.ts';
import type { Services } from '#server/services/index.ts';
import { pageKindOf } from '#server/services/statistics/page-kind.ts';
import { statisticsTable } from '#server/services/statistics/tables-as-csv.ts';
import { countReadToEnd } from '#shared/contract/posts/posts.ts';
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
} from '#shared/contract/statistics.ts';
import type { Register } from './register.ts';

/** The most calls per minute of one client, for the calls that readers' pages make by themselves. */
const READERS = { perMinute: 120 };

/** The counts that readers' pages send, and the sums for the owner (docs/rules.md, "Statistics"). */
export function addStatisticsRoutes(
  register: Register,
  { counting, statistics }: Services,
  landingPaths: readonly string[],
): void {
  register(
    countPageView,
    ({ params, query, request }) => {
      const page = pageKindOf(params.page, landingPaths);
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
