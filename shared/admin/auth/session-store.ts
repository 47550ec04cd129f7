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

/** Someone has signed in again: what waited for it goes on. */
export function noteSignIn(session: SessionStore): void {
  session.setState(({ signIns }) => ({ isExpired: false, signIns: signIns + 1 }));
}

/** How a page tells that the owner has come back to it: to its tab, or to its window. */
type Shown = EventTarget & { document: EventTarget & Pick<Document, 'hidden'> };

/**
 * While the password is asked for, finds out each time the owner comes back to this page whether they have signed in from
 * another one meanwhile; `isSignedIn` asks the server, and `onFound` is called once it says so. Answers what ends it.
 */
export function noticeSignInElsewhere(
  page: Shown,
  isSignedIn: () => Promise<boolean>,
  onFound: () => void,
): () => void {
  let hasEnded = false;
  let isAsking = false;
  const ask = async () => {
    if (isAsking || page.document.hidden) return;
    isAsking = true;
    // No answer leaves the question where it is.
    const isFound = await isSignedIn().catch(() => false);
    isAsking = false;
    if (isFound && !hasEnded) onFound();
  };
  const onShown = () => void ask();
  page.addEventListener('focus', onShown);
  page.document.addEventListener('visibilitychange', onShown);
  return () => {
    hasEnded = true;
    page.removeEventListener('focus', onShown);
    page.document.removeEventListener('visibilitychange', onShown);
  };
}

/** At the login page: what was asked, or noticed by a late answer, of the session before does not meet the next one. */
export function forgetLastSession(session: SessionStore): void {
  session.setState(nobodyAsked);
}
