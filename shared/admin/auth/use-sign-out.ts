import { useQueryClient } from '@tanstack/react-query';
import { OfflineError } from '#shared/api-client/api-error.ts';
import { logout } from '#shared/contract/session.ts';
import { errorText } from '../error-text.ts';
import { useAskBeforeLeaving } from '../leave-guard.ts';
import type { AdminPorts } from '../ports.ts';
import { isSignedOut, queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { useSessionStore } from './session-context.tsx';

const STILL_SIGNED_IN =
  'The server cannot be reached, and it must hear of it: you are still signed in here. What is kept on this computer stays as it is. Try again when the connection is back.';

const LOGIN_PAGE = { pathname: '/admin/login', search: '', hash: '' };

/**
 * Ends the session at the server. Throws as `api.call` does, except if the session had ended already, which is the
 * wanted result.
 */
export async function endSession(api: AdminPorts['api']): Promise<void> {
  try {
    await api.call(logout);
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
}

/**
 * Leaves the dashboard after the owner has ended the session: the dashboard closes and asks for nothing any more. A
 * dashboard that stayed open would ask again, and take the ended session for an expired one.
 */
export function useLeaveDashboard(): () => void {
  const queryClient = useQueryClient();
  const session = useSessionStore();
  return () => {
    session.setState({ isLeaving: true });
    queryClient.clear();
    queryClient.setQueryData(queryKeys.me, null);
  };
}

/**
 * Ends the session and opens the login page, once the open form may be left; an owner who stays in the form stays
 * signed in.
 */
export function useSignOut(): { signOut: () => Promise<void>; isPending: boolean } {
  const leaveDashboard = useLeaveDashboard();
  const askBeforeLeaving = useAskBeforeLeaving();
  const { mutate, isPending } = useAction({
    name: 'logout',
    run: ({ api }) => endSession(api),
    success: 'Logged out successfully',
    failure: 'Logout failed',
    explain: (error) => (error instanceof OfflineError ? STILL_SIGNED_IN : errorText(error)),
    onSuccess: leaveDashboard,
  });
  return {
    isPending,
    async signOut() {
      if (await askBeforeLeaving(LOGIN_PAGE)) mutate();
    },
  };
}
