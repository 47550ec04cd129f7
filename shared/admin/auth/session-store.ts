import { createStore, type StoreApi } from 'zustand/vanilla';
import { isInTextField } from '#shared/ui/writing.ts';

interface SessionState {
  /** Whether the server has ended the session while the admin was open. */
  isExpired: boolean;
  /** Whether the owner has signed out, and the dashboard is about to close. */
  isLeaving: boolean;
  /** How often someone has signed in again since the admin was opened. */
  signIns: number;
}

export type SessionStore = StoreApi<SessionState>;

const nobodyAsked = { isExpired: false, isLeaving: false };

/** Keeps whether the owner has to sign in again, over the open screen. */
export function createSessionStore(): SessionStore {
  return createStore<SessionState>(() => ({ ...nobodyAsked, signIns: 0 }));
}

/**
 * Asks for the password after a call that the owner did not make has found the session ended. It does not ask while a
 * text field has the focus, because what is typed there would continue in the password field: the badge tells the
 * owner, and the next call that the owner makes asks. An owner who is signing out is not asked.
 */
export function askUnlessTyping(session: SessionStore): void {
  if (!session.getState().isLeaving && !isInTextField(document)) session.setState({ isExpired: true });
}

/** Notes that someone has signed in again; what waited for the sign-in continues. */
export function noteSignIn(session: SessionStore): void {
  session.setState(({ signIns }) => ({ isExpired: false, signIns: signIns + 1 }));
}

/** The part of a page that tells when the owner comes back to its tab or its window. */
type Shown = EventTarget & { document: EventTarget & Pick<Document, 'hidden'> };

/**
 * While the password is asked for, checks each time the owner comes back to this page whether they have signed in on
 * another page in the meantime. `isSignedIn` asks the server, and `onFound` is called once it says yes. Returns the
 * function that ends the checks.
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
    // Without an answer the owner is still asked.
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

/**
 * Called at the login page: what the last session asked for, or a late answer found out, must not affect the next
 * session.
 */
export function forgetLastSession(session: SessionStore): void {
  session.setState(nobodyAsked);
}
