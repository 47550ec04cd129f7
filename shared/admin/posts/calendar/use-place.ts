import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePorts } from '../../ports-context.tsx';
import type { LeftForm } from '../list/return-to-row.ts';
import { useNowAround } from '../use-now-around.ts';
import { addressOfPlace, type Place, placeOf } from './calendar-address.ts';
import { dateOf, dayAfter, dayOf } from './days.ts';
import { entryId } from './entry-line.tsx';

/** Keeps the place of the calendar in its address; Back leaves the calendar. */
export function usePlace(today: string): [Place, (place: Place) => void] {
  const navigate = useNavigate();
  const place = placeOf(useLocation().search, today);
  return [place, (next) => void navigate(addressOfPlace(next, today), { replace: true })];
}

/** Returns the time in milliseconds since 1970, updated at midnight and when the next of these dates comes. */
export function useNow(dates: readonly (string | null)[]): number {
  const { clock } = usePorts();
  const now = clock.now();
  const midnight = dateOf(dayAfter(dayOf(now), 1)).toISOString();
  let next = midnight;
  for (const date of dates) if (date !== null && date < next && Date.parse(date) > now) next = date;
  return useNowAround(next);
}

/**
 * On the return from a form, gives the focus to the line of its post, or to the heading when the line is not in sight.
 */
export function useReturn(
  left: RefObject<LeftForm | null>,
  heading: RefObject<HTMLElement | null>,
  focusOn: RefObject<string | null>,
): void {
  useLayoutEffect(() => {
    if (left.current === null) return;
    heading.current?.focus({ preventScroll: true });
    const { postId } = left.current;
    if (postId !== null) focusOn.current = entryId('calendar', `post-${postId}`);
    left.current = null;
  }, [left, heading, focusOn]);
}
