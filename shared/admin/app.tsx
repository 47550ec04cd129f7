import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { systemTimers } from '#shared/kernel/timers.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmProvider } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { keepFocus } from '#shared/ui/keep-focus.ts';
import { ToastProvider } from '#shared/ui/toast.tsx';
import {
  askingForPassword,
  askUnlessTyping,
  createPasswordStore,
  createSessionStore,
  LoginScreen,
  PasswordAgain,
  SessionProvider,
} from './auth/index.ts';
import { DashboardScreen } from './dashboard/index.ts';
import { purgeOldDrafts } from './editor/index.ts';
import { LeaveGuardProvider } from './leave-guard.ts';
import type { AdminPorts } from './ports.ts';
import { PortsProvider } from './ports-context.tsx';
import { createQueryClient, refetchFailed } from './query-client.ts';
import { onServerBack } from './sync/index.ts';
import { keepLibraryFresh } from './waiting-pictures/index.ts';

function createAdminState() {
  const session = createSessionStore();
  const queryClient = createQueryClient((caller) => {
    if (caller === 'owner') session.setState({ isExpired: true });
    else askUnlessTyping(session);
  });
  return { session, password: createPasswordStore(), queryClient };
}

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Shown instead of an empty window when a part of the admin itself fails. What was typed is in the journal. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('A part of the admin failed', error, info.componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="admin-width py-16">
        <EmptyState title="Something went wrong here">
          <p>What was saved is safe. Open this again to go on.</p>
          <Button className="mt-4" onClick={() => this.setState({ hasFailed: false })}>
            Open again
          </Button>
        </EmptyState>
      </main>
    );
  }
}

/**
 * The admin. It must be inside a data router of its host, which can block leaving a form. Its addresses are /admin and
 * /admin/login.
 */
export function AdminApp({ ports: given }: { ports: AdminPorts }) {
  const [{ session, password, queryClient }] = useState(createAdminState);
  const ports = useMemo(() => ({ ...given, api: askingForPassword(given.api, password) }), [given, password]);
  useEffect(() => void purgeOldDrafts(ports), [ports]);
  useEffect(keepFocus, []);
  // Fetches again what could not be fetched, or was an older answer kept by the host.
  useEffect(() => ports.onOnline(() => void queryClient.invalidateQueries()), [ports, queryClient]);
  useEffect(() => keepLibraryFresh(ports.waitingPictures, queryClient, systemTimers), [ports, queryClient]);
  // For the case that the network was there all the time, but the server was not.
  useEffect(() => onServerBack(ports.exchange.state, () => void refetchFailed(queryClient)), [ports, queryClient]);
  return (
    <PortsProvider ports={ports}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider store={session}>
          <ToastProvider>
            <ConfirmProvider>
              <ErrorBoundary>
                <LeaveGuardProvider>
                  <Routes>
                    <Route path="/admin" element={<DashboardScreen />} />
                    <Route path="/admin/login" element={<LoginScreen />} />
                    <Route path="*" element={<Navigate to="/admin" replace />} />
                  </Routes>
                </LeaveGuardProvider>
                <PasswordAgain store={password} />
              </ErrorBoundary>
            </ConfirmProvider>
          </ToastProvider>
        </SessionProvider>
      </QueryClientProvider>
    </PortsProvider>
  );
}
