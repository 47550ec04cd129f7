import { useEffect } from 'react';
import { useSessionStore } from '../../auth/index.ts';
import type { PostSession, SaveState } from '../../editor/index.ts';
import { usePorts } from '../../ports-context.tsx';
import { onPictureSent } from '../../waiting-pictures/index.ts';

const TRY_AGAIN_MS = 15_000;

/**
 * Repeats a save that had no answer: when the form is opened with such a save, when the network is back, when a picture
 * was sent for which the save may have waited, and at intervals, for a server that was down.
 */
export function useSaveWhenOnline(session: PostSession, save: SaveState): void {
  const { onOnline, waitingPictures } = usePorts();
  const isOffline = save.kind === 'offline';
  useEffect(() => session.online(), [session]);
  useEffect(() => {
    if (!isOffline) return;
    const tryAgain = () => session.online();
    const timer = setInterval(tryAgain, TRY_AGAIN_MS);
    const stops = [onOnline(tryAgain), onPictureSent(waitingPictures, tryAgain)];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [session, isOffline, onOnline, waitingPictures]);
}

/**
 * When a save finds that the session has ended, asks for the password over the form; the save continues after the
 * sign-in.
 */
export function useSignInForSave(session: PostSession, save: SaveState): void {
  const store = useSessionStore();
  const isSignedOut = save.kind === 'signed-out';
  useEffect(() => {
    if (!isSignedOut) return;
    store.setState({ isExpired: true });
    return store.subscribe((now, before) => {
      if (now.isExpired || !before.isExpired) return;
      if (now.signIns > before.signIns) session.signedIn();
      else session.putOff();
    });
  }, [session, store, isSignedOut]);
}
