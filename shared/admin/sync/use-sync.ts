import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { useSessionStore } from '../auth/index.ts';
import { usePorts } from '../ports-context.tsx';
import { type SyncText, syncText } from './sync-texts.ts';

/** Returns the state of the exchange with the server. */
export function useExchangeState(): ExchangeState {
  return useStore(usePorts().exchange.state);
}

/**
 * Returns one fact of the exchange's state, so that a component renders again only when that fact changes. During
 * typing, the rest changes all the time.
 */
export function useExchangeFact<Fact>(read: (state: ExchangeState) => Fact): Fact {
  return useStore(usePorts().exchange.state, read);
}

/**
 * Starts the exchange, and starts it again after each new sign-in. Used once, by the dashboard, where someone is signed
 * in.
 */
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
 * Returns the text for the exchange's state without its short changes: during typing something is sent every second,
 * which is normal as long as it is quick. The same object until the text changes.
 */
export function useSteadyText(): SyncText {
  const { state } = usePorts().exchange;
  const [shown, setShown] = useState(() => syncText(state.getState()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const show = () => {
      const now = syncText(state.getState());
      setShown((before) => (before.sign === now.sign && before.label === now.label ? before : now));
    };
    const follow = (now: ExchangeState) => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (isOnItsWay(now)) timer = setTimeout(show, SOON_MS);
      else show();
    };
    follow(state.getState());
    const stop = state.subscribe(follow);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [state]);
  return shown;
}

function isOnItsWay({ status, isOnline, isSignedIn, question }: ExchangeState): boolean {
  return status === 'waiting' && isOnline && isSignedIn && question === null;
}
