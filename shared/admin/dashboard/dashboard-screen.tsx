import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { AdminRecord } from '#shared/contract/session.ts';
import { Spinner } from '#shared/ui/spinner.tsx';
import {
  askUnlessTyping,
  FirstPasswordAgain,
  FirstPasswordScreen,
  SignInAgain,
  useIsLeaving,
  useMe,
  useSessionStore,
} from '../auth/index.ts';
import { FormCommandsProvider } from '../form-commands.ts';
import { LoadFailed } from '../load-failed.tsx';
import { OffersProvider } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { askForListAhead, PostAutomationProvider } from '../posts/index.ts';
import { useRunStore } from '../prompts/index.ts';
import { readActiveTab } from './active-tab.ts';
import { Dashboard } from './dashboard.tsx';
import { placeAt } from './places.tsx';

/** /admin: the dashboard for the signed-in owner, the login page for everyone else. */
export function DashboardScreen() {
  const me = useMe();
  useListAhead();
  const session = useSessionStore();
  const isLeaving = useIsLeaving();
  const location = useLocation();
  const known = useRef<AdminRecord | null>(null);
  const newcomer = me.data?.mustChoosePassword ? me.data : null;
  if (me.data && !newcomer) known.current = me.data;
  // A session that ends while something is open must not close it: the password is asked for over it.
  const hasExpired = me.data === null && known.current !== null;
  useEffect(() => {
    if (hasExpired) askUnlessTyping(session);
  }, [hasExpired, session]);

  if (isLeaving) return <Navigate to="/admin/login" replace />;
  if (known.current) {
    return (
      <>
        <FormCommandsProvider>
          <OffersProvider>
            <AutomatedDashboard me={known.current} />
          </OffersProvider>
        </FormCommandsProvider>
        <SignInAgain />
        <FirstPasswordAgain me={newcomer} />
      </>
    );
  }
  if (newcomer) return <FirstPasswordScreen me={newcomer} />;
  if (me.isPending) return <Spinner className="h-dvh w-full" />;
  if (me.isError) {
    return (
      <main className="admin-width py-16">
        <LoadFailed error={me.error} onTryAgain={() => me.refetch()} />
      </main>
    );
  }
  return <Navigate to="/admin/login" replace state={{ wanted: `/admin${location.search}${location.hash}` }} />;
}

/** If the first screen is the list of posts, requests that list at the same time as the current user. */
function useListAhead(): void {
  const ports = usePorts();
  const queryClient = useQueryClient();
  const first = useRef<ReturnType<typeof useLocation> | null>(useLocation());
  useEffect(() => {
    const { current: address } = first;
    first.current = null;
    if (address === null || placeAt(address) !== null || readActiveTab(ports.localStorage) !== 'posts') return;
    askForListAhead(ports, queryClient, address);
  }, [ports, queryClient]);
}

/** The chained prompts write posts: the forms below are told of them, and report what happened to their drafts. */
function AutomatedDashboard({ me }: { me: AdminRecord }) {
  return (
    <PostAutomationProvider automation={useRunStore()}>
      <Dashboard me={me} />
    </PostAutomationProvider>
  );
}
