import type { Executor } from '#server/db/transaction.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type {
  getFollowers,
  getNiches,
  getReadings,
  getReferrers,
  getSearches,
  MissingPage,
  ReadPost,
  StatisticsAsked,
  StatisticsRange,
} from '#shared/contract/statistics.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { followers } from './followers.ts';
import { missingPages, searches } from './misses.ts';
import { niches } from './niches.ts';
import { readings, readPosts, referrers } from './readings.ts';

/** The collected counts, as the owner sees them (docs/rules.md, "Statistics"). All days and months are in UTC. */
export interface StatisticsService {
  readings(asked: StatisticsAsked): Promise<AnswerOf<typeof getReadings>>;
  /** The most read posts first, at most `limit` of them. */
  posts(asked: StatisticsAsked, limit: number): Promise<ReadPost[]>;
  referrers(asked: StatisticsAsked): Promise<AnswerOf<typeof getReferrers>>;
  searches(range: StatisticsRange): Promise<AnswerOf<typeof getSearches>>;
  missing(range: StatisticsRange): Promise<MissingPage[]>;
  niches(range: StatisticsRange): Promise<AnswerOf<typeof getNiches>>;
  followers(range: StatisticsRange): Promise<AnswerOf<typeof getFollowers>>;
}

interface StatisticsOptions {
  db: Executor;
  clock: Clock;
  /** Writes the pending counts, so that they are included in what the owner sees. */
  flush: () => Promise<void>;
}

export function createStatisticsService({ db, clock, flush }: StatisticsOptions): StatisticsService {
  const look = async <T>(fetchIt: (now: number) => Promise<T>) => {
    await flush();
    return fetchIt(clock.now());
  };
  return {
    readings: (asked) => look((now) => readings(db, asked, now)),
    posts: (asked, limit) => look((now) => readPosts(db, asked, { limit, now })),
    referrers: (asked) => look((now) => referrers(db, asked, now)),
    searches: (range) => look((now) => searches(db, range, now)),
    missing: (range) => look((now) => missingPages(db, range, now)),
    niches: (range) => look((now) => niches(db, range, now)),
    followers: (range) => look((now) => followers(db, range, now)),
  };
}
