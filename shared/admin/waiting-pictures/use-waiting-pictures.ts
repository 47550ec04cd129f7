import type { QueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { pictureNote } from './picture-note.ts';

/** What a host says that keeps no pictures. */
const none = createStore<readonly WaitingPictureState[]>(() => []);

/** The pictures that wait on this computer, in the order in which they are sent. */
export function useWaitingPictures(): readonly WaitingPictureState[] {
  return useStore(usePorts().waitingPictures?.state ?? none);
}

/** What is said beside the picture at an address; null for one that does not wait. */
export function usePictureNote(address: string): ReturnType<typeof pictureNote> {
  const isKept = usePorts().waitingPictures !== null;
  const waiting = useWaitingPictures();
  return pictureNote(address, isKept ? waiting : null);
}

/** Calls back for each picture that no longer waits: what names it may be sent now. */
export function onPictureSent(kept: AdminPorts['waitingPictures'], listener: () => void): () => void {
  if (kept === null) return () => undefined;
  return kept.state.subscribe((now, before) => {
    const still = new Set(now.map(({ id }) => id));
    if (before.some(({ id }) => !still.has(id))) listener();
  });
}

/** Milliseconds in which the next picture of several is sent, if its way is a quick one. */
const NEXT_SOON = 3000;

/**
 * Has the lists of pictures fetched anew when pictures were sent, and nothing else: once for all that go one soon after the other.
 * What names them says by itself that it was saved.
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
