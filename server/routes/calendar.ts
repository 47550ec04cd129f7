import type { Services } from '#server/services/index.ts';
import { getCalendar, getQueue } from '#shared/contract/calendar.ts';
import type { Register } from './register.ts';

/** When posts are live, for the owner. */
export function addCalendarRoutes(register: Register, { calendar }: Services): void {
  register(getCalendar, ({ query }) => calendar.span(query));

  register(getQueue, ({ query }) => calendar.queue(query));
}
