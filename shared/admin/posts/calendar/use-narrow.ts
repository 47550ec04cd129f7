import { useSyncExternalStore } from 'react';

/** Where a table of seven days has no room, or a finger no cursor to drag with. */
const NARROW = '(width < 48rem), (pointer: coarse) and (width < 64rem)';

/** Whether days are listed one under the other. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(NARROW).matches,
  );
}
