import { addViews } from '#server/repositories/posts/posts.ts';
import { addStatistics } from '#server/repositories/statistics/add-statistics.ts';
import { createStatisticsRecorder } from '#server/services/statistics/recorder.ts';
import { createStatisticsService } from '#server/services/statistics/statistics.ts';
import { createViewCounter } from '#server/services/view-counts.ts';
import type { RoomOptions } from './service-options.ts';

/**
 * Milliseconds by which the number of views in a cached page may lag: readings are no reason to render a page again.
 */
const VIEWS_MAY_LAG = 10 * 60_000;

/** Creates the services that count readers. */
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
    /** Called when readings of the posts at these slugs were stored. */
    onViews,
  };
}
