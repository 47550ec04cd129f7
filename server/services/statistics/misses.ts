import type { Executor } from '#server/db/transaction.ts';
import { PROBES } from '#server/repositories/statistics/counted.ts';
import { type SearchSum, sumMissing, sumSearches } from '#server/repositories/statistics/sum-misses.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getSearches, MissingPage, StatisticsRange } from '#shared/contract/statistics.ts';
import { dayText } from '#shared/kernel/utc-periods.ts';
import { keptDaysOf, periodOf } from './periods.ts';

/** The number of rows of a list; nobody works through more. */
const MOST_ROWS = 200;
/** The number of sites with a link to one address that are named. */
const MOST_HOSTS = 5;

/** `now` in milliseconds since 1970, here and below. */
export async function searches(
  db: Executor,
  range: StatisticsRange,
  now: number,
): Promise<AnswerOf<typeof getSearches>> {
  const days = keptDaysOf(periodOf(range, now).span, now);
  return {
    missed: (await sumSearches(db, days, false, MOST_ROWS)).map(shown),
    found: (await sumSearches(db, days, true, MOST_ROWS)).map(shown),
  };
}

const shown = ({ words, asked, lastDay }: SearchSum) => ({ words: words || null, asked, last: dayText(lastDay) });

export async function missingPages(db: Executor, range: StatisticsRange, now: number): Promise<MissingPage[]> {
  const rows = await sumMissing(db, keptDaysOf(periodOf(range, now).span, now), MOST_ROWS);
  return rows.map(({ path, asked, ownAsked, lastDay, hosts, isLed }) => {
    const kind = path === PROBES ? 'probes' : path === '' ? 'others' : 'page';
    return {
      kind,
      path: kind === 'page' ? path : '',
      asked,
      ownAsked,
      hosts: hosts === null ? [] : hosts.split(',').slice(0, MOST_HOSTS),
      last: dayText(lastDay),
      isLed: isLed === 1,
    };
  });
}
