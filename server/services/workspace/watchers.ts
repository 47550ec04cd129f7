import type { LogPlace } from '#server/repositories/workspace-log.ts';

/** A listener for the growth of the log. */
interface Watcher {
  onPlace(place: LogPlace): void;
  /** Called when the server stops. */
  onEnd(): void;
}

interface Watchers {
  /** Tells the watcher the current end of the log, and each later end. Returns the function that stops this. */
  add(watcher: Watcher): () => void;
  tell(place: LogPlace): void;
  endAll(): void;
}

/** `findEnd` returns the end of the log; null while the log is empty. */
export function createWatchers(findEnd: () => Promise<LogPlace | null>, onError: (error: unknown) => void): Watchers {
  const watchers = new Set<Watcher>();
  return {
    add({ onPlace, onEnd }) {
      let lastPlace = 0;
      const watcher: Watcher = {
        onPlace(place) {
          if (place.seq <= lastPlace) return;
          lastPlace = place.seq;
          onPlace(place);
        },
        onEnd,
      };
      watchers.add(watcher);
      // If something is pushed during this query, its later place is told first, and the older place is then ignored.
      findEnd().then((place) => {
        if (place && watchers.has(watcher)) watcher.onPlace(place);
      }, onError);
      return () => watchers.delete(watcher);
    },
    tell(place) {
      for (const watcher of [...watchers]) watcher.onPlace(place);
    },
    endAll() {
      for (const watcher of [...watchers]) watcher.onEnd();
      watchers.clear();
    },
  };
}
