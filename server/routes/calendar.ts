import type { Services } from '#server/services/index.ts';
import { getCalendar, getQueue } from '#shared/contract/calendar.ts';
import type { Register } from './register.ts';

/** The calendar of posts, for the owner. */
export function addCalendarRoutes(register: Register, { calendar }: Services): void {
  register(getCalendar, ({ query }) => calendar.span(query));

  register(getQueue, ({ query }) => calendar.queue(query));
}
