import { createStore, type StoreApi } from 'zustand/vanilla';

interface SessionState {
  /** The server has let go of the session while the admin was open. */
  isExpired: boolean;
  /** How often someone has signed in again since the admin was opened. */
  signIns: number;
}

export type SessionStore = StoreApi<SessionState>;

/** Knows whether the owner has to sign in again, over what is open. */
export function createSessionStore(): SessionStore {
  return createStore<SessionState>(() => ({ isExpired: false, signIns: 0 }));
}
