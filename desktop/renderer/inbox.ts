/** Keeps items that arrive before there is a listener. */
export interface Inbox<Item> {
  take(item: Item): void;
  /** Calls back with the items so far, and with each further item. */
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
