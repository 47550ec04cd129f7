import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import type { LazyScreen } from '../lazy-screen.tsx';

/**
 * Milliseconds after the start of the dashboard. By then the list of posts is loaded, and the owner has hardly pressed
 * anything.
 */
const SOON = 2000;

/**
 * Fetches the screens' code one after the other, a while after the start. A screen then opens at once, also without a
 * network, and after an update of the site it is still the version of the loaded page. Code that fails to load is
 * fetched when its screen is opened. Returns the function that cancels the fetching.
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
