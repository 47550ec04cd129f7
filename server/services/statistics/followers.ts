import type { Executor } from '#server/db/transaction.ts';
import { sumMails } from '#server/repositories/letters/sum-mails.ts';
import { followerDays } from '#server/repositories/statistics/sum-niches.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getFollowers, StatisticsRange } from '#shared/contract/statistics.ts';
import { periodOf, timesOf, timeText } from './periods.ts';

/**
 * The subscribers gained and lost, and the number of letters mailed to subscribers. `now` in milliseconds since 1970.
 */
export async function followers(
  db: Executor,
  range: StatisticsRange,
  now: number,
): Promise<AnswerOf<typeof getFollowers>> {
  const { span } = periodOf(range, now);
  const first = timeText(span, span.from);
  const changes = await followerDays(db);
  const earlier = changes.filter(({ day }) => day < first);
  const before = earlier.reduce((sum, { joined, left }) => sum + joined - left, 0);
  const byTime = Map.groupBy(changes, ({ day }) => day.slice(0, first.length));
  const mailsByTime = Map.groupBy(await sumMails(db), ({ day }) => day.slice(0, first.length));
  let total = before;
  const times = timesOf(span).map((at) => {
    const time = timeText(span, at);
    const here = byTime.get(time) ?? [];
    const joined = here.reduce((sum, day) => sum + day.joined, 0);
    const left = here.reduce((sum, day) => sum + day.left, 0);
    total += joined - left;
    const mails = (mailsByTime.get(time) ?? []).reduce((sum, day) => sum + day.sent, 0);
    return { at: time, joined, left, total, mails };
  });
  return { times, total, before };
}
