import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { OfflineError } from '#shared/api-client/api-error.ts';
import { logout } from '#shared/contract/session.ts';
import { errorText } from '../error-text.ts';
import { isSignedOut, queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const STILL_SIGNED_IN =
  'The server cannot be reached, and it must hear of it: you are still signed in here. What is kept on this computer stays as it is. Try again when the connection is back.';

/** Ends the session and leads to the login page. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    name: 'logout',
    async run({ api }) {
      try {
        await api.call(logout);
      } catch (error) {
        // Already signed out: that is what was asked for.
        if (!isSignedOut(error)) throw error;
      }
    },
    success: 'Logged out successfully',
    failure: 'Logout failed',
    explain: (error) => (error instanceof OfflineError ? STILL_SIGNED_IN : errorText(error)),
    onSuccess() {
      // The dashboard is left first: it would take the ended session for an expired one.
      navigate('/admin/login', { replace: true });
      queryClient.clear();
      queryClient.setQueryData(queryKeys.me, null);
    },
  });
}
