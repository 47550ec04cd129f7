import { useEffect, useState } from 'react';
import { usePorts } from '../ports-context.tsx';

/** The longest delay of a browser's timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Returns the time in milliseconds since 1970, updated when `date` comes (ISO 8601, null for none), so that a future
 * date is shown as past from that moment on.
 */
export function useNowAround(date: string | null): number {
  const { clock } = usePorts();
  const [updates, setUpdates] = useState(0);
  useEffect(() => {
    const wait = (date === null ? Number.NaN : Date.parse(date)) - clock.now();
    if (!(wait > 0)) return;
    const timer = setTimeout(() => setUpdates(updates + 1), Math.min(wait, LONGEST));
    return () => clearTimeout(timer);
  }, [clock, date, updates]);
  return clock.now();
}
