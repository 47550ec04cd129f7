import type { LogPlace } from '#server/repositories/workspace-log.ts';

/** Somebody who wants to know how far the log has grown. */
interface Watcher {
  onPlace(place: LogPlace): void;
  /** The server stops. */
  onEnd(): void;
}

interface Watchers {
  /** Tells where the log ends now, and each later end. Gives the function that stops it. */
  add(watcher: Watcher): () => void;
  tell(place: LogPlace): void;
  endAll(): void;
}

/** `findEnd` gives the end of the log; null while it is empty. */
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
      // What is pushed while this is looked up is told first, and then it is nothing new.
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
