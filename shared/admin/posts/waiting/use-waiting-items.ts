import { useCallback, useEffect, useMemo, useState } from 'react';
import { openDocumentChannel, WAITING_CHANGED } from '../../document-channel.ts';
import { usePorts } from '../../ports-context.tsx';
import { askedFor, type QueueItem, waitingItems } from '../../waiting/index.ts';

/** Returns the current list of what waits to be sent, oldest first; `load` reads it again. */
export function useWaitingItems(): { items: readonly QueueItem[]; load: () => Promise<void> } {
  const { store, openChannel } = usePorts();
  const [items, setItems] = useState<readonly QueueItem[]>([]);
  const load = useCallback(async () => setItems(await waitingItems({ store })), [store]);
  useEffect(() => {
    void load();
    const channel = openDocumentChannel(openChannel);
    const stop = channel.listen(({ id, kind }) => {
      // A waiting save is removed together with its draft.
      if (id === WAITING_CHANGED.id || kind === 'draft') void load();
    });
    return () => {
      stop();
      channel.close();
    };
  }, [load, openChannel]);
  return { items, load };
}

/** The last action requested for each post that waits to be sent, by the id of the post. */
export type WaitingWords = ReadonlyMap<number, string>;

/** For screens that show posts as the server has them, and must say that they will change. */
export function useWaitingWords(): WaitingWords {
  const { items } = useWaitingItems();
  return useMemo(
    () => new Map(items.flatMap((item) => (item.postId === null ? [] : [[item.postId, askedFor(item)] as const]))),
    [items],
  );
}
