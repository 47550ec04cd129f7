import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { logout } from '#shared/contract/session.ts';
import { isSignedOut, queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

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
    onSuccess() {
      // The dashboard is left first: it would take the ended session for an expired one.
      navigate('/admin/login', { replace: true });
      queryClient.clear();
      queryClient.setQueryData(queryKeys.me, null);
    },
  });
}
