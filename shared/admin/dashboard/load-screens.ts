import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import type { LazyScreen } from '../lazy-screen.tsx';

/** Milliseconds after the dashboard: the list of posts is there by then, and nobody has pressed much. */
const SOON = 2000;

/**
 * Fetches the screens' code one after the other, a while after the start: what is pressed then comes at once, without the
 * network too, and after an update of the site as it was when the page was loaded. One that does not come is fetched when
 * it is opened. Returns what calls it off.
 */
export function loadScreensSoon(
  screens: readonly Pick<LazyScreen<never>, 'load'>[],
  timers: Timers = systemTimers,
): () => void {
  let isCalledOff = false;
  const callOff = timers.after(SOON, async () => {
    for (const { load } of screens) {
      if (isCalledOff) return;
      await load().catch(() => undefined);
    }
  });
  return () => {
    isCalledOff = true;
    callOff();
  };
}
