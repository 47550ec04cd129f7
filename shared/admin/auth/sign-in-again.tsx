import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Dialog } from '#shared/ui/dialog.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys, refetchFailed } from '../query-client.ts';
import { useIsSessionExpired, useSessionStore } from './session-context.tsx';
import { noteSignIn, noticeSignInElsewhere } from './session-store.ts';
import { SignInForm } from './sign-in-form.tsx';
import { fetchMe, useMe } from './use-me.ts';

/** Asks for the password again over the open screen when the session has ended; nothing that is typed is lost. */
export function SignInAgain() {
  const store = useSessionStore();
  const isExpired = useIsSessionExpired();
  const queryClient = useQueryClient();
  const me = useMe();
  const { api } = usePorts();
  const close = () => store.setState({ isExpired: false });
  const goOn = useCallback(() => {
    noteSignIn(store);
    // Fetches again what could not be fetched while nobody was signed in.
    void refetchFailed(queryClient);
  }, [store, queryClient]);
  useEffect(() => {
    if (!isExpired) return;
    const isSignedIn = async () => {
      const there = await fetchMe(api);
      // That nobody is signed in is not news, and would make the form ask for the address as well.
      if (there !== null) queryClient.setQueryData(queryKeys.me, there);
      return there !== null;
    };
    return noticeSignInElsewhere(window, isSignedIn, goOn);
  }, [isExpired, api, queryClient, goOn]);
  return (
    <Dialog
      isOpen={isExpired}
      onClose={close}
      title="Please sign in again"
      description="Your session has ended. What you typed is still here; sign in, and a save that was on its way goes on."
    >
      <SignInForm email={me.data?.email} onSignedIn={goOn} />
    </Dialog>
  );
}
