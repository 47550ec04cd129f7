import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { useSessionStore } from '../auth/index.ts';
import { usePorts } from '../ports-context.tsx';

/** How the exchange with the server stands. */
export function useExchangeState(): ExchangeState {
  return useStore(usePorts().exchange.state);
}

/** Lets the exchange begin, and go on after each new sign-in. For the dashboard, once: someone is signed in there. */
export function useExchangeHost(): void {
  const { exchange } = usePorts();
  const session = useSessionStore();
  useEffect(() => {
    void exchange.syncNow();
    return session.subscribe((now, before) => {
      if (now.signIns > before.signIns) void exchange.syncNow();
    });
  }, [exchange, session]);
}

const SOON_MS = 1500;

/**
 * The state as it is worth showing: while typing goes on, something is on its way every second, and nothing is wrong
 * with that before it takes longer.
 */
export function useSteadyState(state: ExchangeState): ExchangeState {
  const [shown, setShown] = useState(state);
  const isOnItsWay = state.status === 'waiting' && state.isOnline && state.isSignedIn && state.question === null;
  useEffect(() => {
    if (!isOnItsWay) {
      setShown(state);
      return;
    }
    const timer = setTimeout(() => setShown(state), SOON_MS);
    return () => clearTimeout(timer);
  }, [state, isOnItsWay]);
  return isOnItsWay ? shown : state;
}
