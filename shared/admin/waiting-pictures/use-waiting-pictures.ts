import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import { usePorts } from '../ports-context.tsx';
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
