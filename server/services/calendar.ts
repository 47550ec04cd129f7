import type { Executor } from '#server/db/transaction.ts';
import { postsOfSpan, queueOf, rhythmOfCategories } from '#server/repositories/posts/post-calendar.ts';
import { type getCalendar, type getQueue, MOST_IN_CALENDAR, type Queue } from '#shared/contract/calendar.ts';
import type { AnswerOf, QueryOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** The number of lines in each list of the queue. */
const QUEUE = 50;

/** When posts were, are and will be live, for the owner (docs/rules.md, "Calendar and queue"). */
export interface CalendarService {
  span(query: QueryOf<typeof getCalendar>): Promise<AnswerOf<typeof getCalendar>>;
  queue(query: QueryOf<typeof getQueue>): Promise<Queue>;
}

export function createCalendarService({ db, clock }: { db: Executor; clock: Clock }): CalendarService {
  return {
    async span({ category, ...span }) {
      const found = await postsOfSpan(db, span, { category, limit: MOST_IN_CALENDAR });
      return { ...found, rhythm: await rhythmOfCategories(db, span, clock.now()) };
    },
    queue: ({ category }) => queueOf(db, clock.now(), { category, limit: QUEUE }),
  };
}
