import { CALENDAR_ADDRESS } from '../post-address.ts';
import { isDay, type View } from './days.ts';

/** The days and category that the calendar shows. */
export interface Place {
  view: View;
  /** A day of the shown month or week. */
  day: string;
  /** The slug of a category; empty for all categories. */
  category: string;
}

/**
 * Reads the place from an address such as "?view=week&date=2026-11-23". Missing or invalid parts default to the month
 * of today and all categories.
 */
export function placeOf(query: string, today: string): Place {
  const values = new URLSearchParams(query);
  const date = values.get('date') ?? '';
  return {
    view: values.get('view') === 'week' ? 'week' : 'month',
    day: isDay(date) ? date : today,
    category: (values.get('category') ?? '').slice(0, 300),
  };
}

/** Returns the address of a place. The address of today has no date, so that it always leads to the current day. */
export function addressOfPlace({ view, day, category }: Place, today: string): string {
  const values = new URLSearchParams();
  if (view === 'week') values.set('view', view);
  if (day !== today) values.set('date', day);
  if (category !== '') values.set('category', category);
  const [path, hash] = CALENDAR_ADDRESS.split('#');
  return values.size === 0 ? CALENDAR_ADDRESS : `${path}?${values}#${hash}`;
}
