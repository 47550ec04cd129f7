import type { QueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { pictureNote } from './picture-note.ts';

/** The state for a host that keeps no pictures. */
const none = createStore<readonly WaitingPictureState[]>(() => []);

/** Returns the pictures that wait on this computer, in the order in which they are sent. */
export function useWaitingPictures(): readonly WaitingPictureState[] {
  return useStore(usePorts().waitingPictures?.state ?? none);
}

/** Returns the note beside the picture at an address; null for a picture that does not wait. */
export function usePictureNote(address: string): ReturnType<typeof pictureNote> {
  const isKept = usePorts().waitingPictures !== null;
  const waiting = useWaitingPictures();
  return pictureNote(address, isKept ? waiting : null);
}

/** Calls `listener` when a picture no longer waits: what refers to it may be sent now. */
export function onPictureSent(kept: AdminPorts['waitingPictures'], listener: () => void): () => void {
  if (kept === null) return () => undefined;
  return kept.state.subscribe((now, before) => {
    const still = new Set(now.map(({ id }) => id));
    if (before.some(({ id }) => !still.has(id))) listener();
  });
}

/** Milliseconds within which the next of several pictures is sent if the connection is fast. */
const NEXT_SOON = 3000;

/**
 * Refreshes only the lists of pictures when pictures were sent: once for all pictures that are sent in quick
 * succession. What refers to the pictures reports its own save.
 */
export function keepLibraryFresh(
  kept: AdminPorts['waitingPictures'],
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
  timers: Timers,
): () => void {
  let callOff = () => {};
  const stop = onPictureSent(kept, () => {
    callOff();
    const isMoreToCome = kept?.state.getState().some(({ fault }) => fault === null) ?? false;
    callOff = timers.after(isMoreToCome ? NEXT_SOON : 0, () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.images });
    });
  });
  return () => {
    callOff();
    stop();
  };
}
