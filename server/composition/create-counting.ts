import { addViews } from '#server/repositories/posts/posts.ts';
import { addStatistics } from '#server/repositories/statistics/add-statistics.ts';
import { createStatisticsRecorder } from '#server/services/statistics/recorder.ts';
import { createStatisticsService } from '#server/services/statistics/statistics.ts';
import { createViewCounter } from '#server/services/view-counts.ts';
import type { RoomOptions } from './service-options.ts';

/** The number of views in a kept page may be this old, in milliseconds: readings are no reason to make a page anew. */
const VIEWS_MAY_LAG = 10 * 60_000;

/** What is counted of readers. */
export function createCounting({ config, clock, db, cache, failed }: RoomOptions) {
  const onViews = (slugs: readonly string[]) => {
    for (const slug of slugs) cache.expireWithin(`/post/${encodeURIComponent(slug)}`, VIEWS_MAY_LAG);
  };
  const counting = createStatisticsRecorder({
    clock,
    siteUrl: config.SITE_URL,
    store: (sums) => addStatistics(db, sums),
    onError: failed('statistics could not be written; they are kept and tried again'),
  });
  return {
    services: {
      views: createViewCounter({
        clock,
        store: async (readings) => onViews(await addViews(db, readings)),
        onError: failed('views could not be written; they are kept and tried again'),
      }),
      counting,
      statistics: createStatisticsService({ db, clock, flush: counting.flush }),
    },
    /** Readings were stored of the posts at these slugs. */
    onViews,
  };
}
