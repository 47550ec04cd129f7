import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '#shared/ui/dialog.tsx';
import { refetchFailed } from '../query-client.ts';
import { useIsSessionExpired, useSessionStore } from './session-context.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useMe } from './use-me.ts';

/** Asks for the password again over whatever is open when the session has ended; nothing that is typed is lost. */
export function SignInAgain() {
  const store = useSessionStore();
  const isExpired = useIsSessionExpired();
  const queryClient = useQueryClient();
  const me = useMe();
  const close = () => store.setState({ isExpired: false });
  return (
    <Dialog
      isOpen={isExpired}
      onClose={close}
      title="Please sign in again"
      description="Your session has ended. What you typed is still here; sign in, and a save that was on its way goes on."
    >
      <SignInForm
        email={me.data?.email}
        onSignedIn={() => {
          store.setState(({ signIns }) => ({ isExpired: false, signIns: signIns + 1 }));
          // Fetches again what could not be fetched while nobody was signed in.
          void refetchFailed(queryClient);
        }}
      />
    </Dialog>
  );
}
