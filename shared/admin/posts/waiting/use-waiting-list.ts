import { usePorts } from '../../ports-context.tsx';
import { useExchangeFact } from '../../sync/index.ts';
import {
  describeItem,
  faultIn,
  overdueOf,
  type Progress,
  picturesOf,
  type QueueItem,
  retried,
  takeBack,
  tellWaiting,
} from '../../waiting/index.ts';
import { useWaitingPictures } from '../../waiting-pictures/index.ts';
import { draftAddress, editAddress } from '../post-address.ts';
import { useWaitingItems } from './use-waiting-items.ts';
import { useSendNow } from './use-waiting-sends.ts';

/** One line of the list. */
export interface WaitingLine extends ReturnType<typeof describeItem> {
  readonly item: QueueItem;
  /** Empty when it has no title yet. */
  readonly title: string;
  /** The address where it is shown. */
  readonly address: string;
}

/** Returns the list of what waits to be sent, oldest first, with the actions on each item. */
export function useWaitingList() {
  const ports = usePorts();
  const { store, clock } = ports;
  const isOnline = useExchangeFact((state) => state.isOnline);
  const isSignedIn = useExchangeFact((state) => state.isSignedIn);
  const sendNow = useSendNow();
  const { items, load } = useWaitingItems();
  const pictures = new Set(useWaitingPictures().map(({ id }) => id));
  const now = clock.now();
  const lines = items.map((item, index): WaitingLine => {
    const isBehind = item.postId !== null && items.slice(0, index).some(({ postId }) => postId === item.postId);
    const hasPictures = picturesOf(item).some((id) => pictures.has(id));
    const text = describeItem(item, { now, isOnline, isSignedIn, isBehind, hasPictures });
    return { ...text, item, title: titleOf(item), address: addressOf(item) };
  });
  return {
    lines,
    /** Throws NotKeptError. */
    async send(item: QueueItem): Promise<Progress> {
      const isAsked = faultIn(item) !== null || overdueOf(item, clock.now()) !== null;
      const progress = await sendNow(isAsked ? await retried(store, item, ports.uniqueId) : item);
      await load();
      return progress;
    },
    /** Throws NotKeptError. */
    async takeBack(item: QueueItem): Promise<void> {
      await takeBack(store, item);
      tellWaiting(ports);
      await load();
    },
  };
}

function titleOf(item: QueueItem): string {
  return item.type === 'save' ? item.save.pending.request.values.title.trim() : item.action.title;
}

function addressOf({ id, postId }: QueueItem): string {
  return postId === null ? draftAddress(id) : editAddress(postId);
}
