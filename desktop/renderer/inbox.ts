/** Keeps what comes before anybody listens. */
export interface Inbox<Item> {
  take(item: Item): void;
  /** Calls back with what has come so far, and with what comes. */
  listen(listener: (item: Item) => void): () => void;
}

export function createInbox<Item>(): Inbox<Item> {
  const listeners = new Set<(item: Item) => void>();
  const unheard: Item[] = [];
  return {
    take(item) {
      if (listeners.size === 0) unheard.push(item);
      for (const listener of listeners) listener(item);
    },
    listen(listener) {
      listeners.add(listener);
      for (const item of unheard.splice(0)) listener(item);
      return () => listeners.delete(listener);
    },
  };
}
