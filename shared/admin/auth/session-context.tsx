import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { SessionStore } from './session-store.ts';

const SessionContext = createContext<SessionStore | null>(null);

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext value={store}>{children}</SessionContext>;
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSessionStore needs a SessionProvider');
  return store;
}

/** Whether the session ended while the admin was open. */
export function useIsSessionExpired(): boolean {
  return useStore(useSessionStore(), (state) => state.isExpired);
}

/** Whether the owner has signed out, so that the dashboard must not ask for anything any more. */
export function useIsLeaving(): boolean {
  return useStore(useSessionStore(), (state) => state.isLeaving);
}
