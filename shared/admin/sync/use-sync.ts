import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ExchangeState } from '#shared/contract/workspace.ts';
import { useSessionStore } from '../auth/index.ts';
import { usePorts } from '../ports-context.tsx';
import { type SyncText, syncText } from './sync-texts.ts';

/** How the exchange with the server stands. */
export function useExchangeState(): ExchangeState {
  return useStore(usePorts().exchange.state);
}

/** One thing of it: whoever asks is drawn anew only when that is another. While typing goes on the rest changes all the time. */
export function useExchangeFact<Fact>(read: (state: ExchangeState) => Fact): Fact {
  return useStore(usePorts().exchange.state, read);
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
 * How it stands, as it is worth showing: while typing goes on, something is on its way every second, and nothing is wrong
 * with that before it takes longer. The same object until it says something else.
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
