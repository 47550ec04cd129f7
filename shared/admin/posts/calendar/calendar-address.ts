import { CALENDAR_ADDRESS } from '../post-address.ts';
import { isDay, type View } from './days.ts';

/** What the calendar shows. */
export interface Place {
  view: View;
  /** A day of the month or week. */
  day: string;
  /** A category's slug; empty for all. */
  category: string;
}

/** The place of an address such as "?view=week&date=2026-11-23"; what it does not say, or says wrongly, is today's month. */
export function placeOf(query: string, today: string): Place {
  const values = new URLSearchParams(query);
  const date = values.get('date') ?? '';
  return {
    view: values.get('view') === 'week' ? 'week' : 'month',
    day: isDay(date) ? date : today,
    category: (values.get('category') ?? '').slice(0, 300),
  };
}

/** The address of a place; today's is the one that stays today's. */
export function addressOfPlace({ view, day, category }: Place, today: string): string {
  const values = new URLSearchParams();
  if (view === 'week') values.set('view', view);
  if (day !== today) values.set('date', day);
  if (category !== '') values.set('category', category);
  const [path, hash] = CALENDAR_ADDRESS.split('#');
  return values.size === 0 ? CALENDAR_ADDRESS : `${path}?${values}#${hash}`;
}
