import { createStore, type StoreApi } from 'zustand/vanilla';
import { isInTextField } from '#shared/ui/writing.ts';

interface SessionState {
  /** The server has let go of the session while the admin was open. */
  isExpired: boolean;
  /** The owner has signed out, and the dashboard is about to go. */
  isLeaving: boolean;
  /** How often someone has signed in again since the admin was opened. */
  signIns: number;
}

export type SessionStore = StoreApi<SessionState>;

const nobodyAsked = { isExpired: false, isLeaving: false };

/** Knows whether the owner has to sign in again, over what is open. */
export function createSessionStore(): SessionStore {
  return createStore<SessionState>(() => ({ ...nobodyAsked, signIns: 0 }));
}

/**
 * Asks for the password after a call that the owner did not make has found the session ended, unless a field for text
 * has the focus: what is typed there would go on into the password. The badge says it, and the next call that the owner
 * makes asks. Who is signing out is asked nothing.
 */
export function askUnlessTyping(session: SessionStore): void {
  if (!session.getState().isLeaving && !isInTextField(document)) session.setState({ isExpired: true });
}

/** At the login page: what was asked, or noticed by a late answer, of the session before does not meet the next one. */
export function forgetLastSession(session: SessionStore): void {
  session.setState(nobodyAsked);
}
