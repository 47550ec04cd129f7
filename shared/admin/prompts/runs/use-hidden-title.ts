import { useEffect } from 'react';
import { hiddenTitle } from '#shared/workflow/run-progress.ts';
import type { RunStore } from './run-store.ts';

/** While the page is hidden its title says how far the run is; what it said before comes back with the owner. */
export function useHiddenTitle(store: RunStore): void {
  useEffect(() => {
    let own: string | null = null;
    const write = () => {
      if (own === null) return;
      const next = hiddenTitle(store.getState().run, own);
      if (next !== document.title) document.title = next;
    };
    const look = () => {
      if (document.visibilityState === 'hidden') {
        own ??= document.title;
        write();
      } else if (own !== null) {
        document.title = own;
        own = null;
      }
    };
    look();
    const stopWatching = store.subscribe(write);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopWatching();
      document.removeEventListener('visibilitychange', look);
      if (own !== null) document.title = own;
    };
  }, [store]);
}
