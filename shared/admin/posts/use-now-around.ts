import { useEffect, useState } from 'react';
import { usePorts } from '../ports-context.tsx';

/** The longest a timer of the browser waits, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * The time in milliseconds since 1970, told again when `date` comes (ISO 8601, null for none): what is said of a date to
 * come is then said no more.
 */
export function useNowAround(date: string | null): number {
  const { clock } = usePorts();
  const [told, tell] = useState(0);
  useEffect(() => {
    const wait = (date === null ? Number.NaN : Date.parse(date)) - clock.now();
    if (!(wait > 0)) return;
    const timer = setTimeout(() => tell(told + 1), Math.min(wait, LONGEST));
    return () => clearTimeout(timer);
  }, [clock, date, told]);
  return clock.now();
}
