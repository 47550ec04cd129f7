import { useEffect, useState } from 'react';
import { usePorts } from '../../ports-context.tsx';

/** Returns the time in milliseconds since 1970, updated each second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const { clock } = usePorts();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    setNow(clock.now());
    if (!isTicking) return;
    const timer = setInterval(() => setNow(clock.now()), 1000);
    return () => clearInterval(timer);
  }, [clock, isTicking]);
  return now;
}
