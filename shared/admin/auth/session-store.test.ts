import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askUnlessTyping, createSessionStore, forgetLastSession, noticeSignInElsewhere } from './session-store.ts';

beforeEach(() => void vi.stubGlobal('document', { activeElement: null }));
afterEach(() => void vi.unstubAllGlobals());

test('a session that a screen finds ended is asked for', () => {
  const session = createSessionStore();
  askUnlessTyping(session);
  expect(session.getState().isExpired).toBe(true);
});

test('who is signing out is not asked to sign in again', () => {
  const session = createSessionStore();
  session.setState({ isLeaving: true });
  askUnlessTyping(session);
  expect(session.getState().isExpired).toBe(false);
});

test('what was asked of the last session is forgotten, and how often someone signed in again is not', () => {
  const session = createSessionStore();
  session.setState({ isExpired: true, isLeaving: true, signIns: 2 });
  forgetLastSession(session);
  expect(session.getState()).toEqual({ isExpired: false, isLeaving: false, signIns: 2 });
  askUnlessTyping(session);
  expect(session.getState().isExpired).toBe(true);
});

/**
 * Makes a page whose password dialog is open; `answers` are the server's answers to each question whether somebody is
 * signed in.
 */
function asking(...answers: (boolean | Error)[]) {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const page = Object.assign(new EventTarget(), { document });
  const seen = { asked: 0, found: 0 };
  const isSignedIn = async () => {
    const answer = answers[seen.asked];
    seen.asked += 1;
    if (answer instanceof Error) throw answer;
    return answer === true;
  };
  const stop = noticeSignInElsewhere(page, isSignedIn, () => {
    seen.found += 1;
  });
  return { page, document, seen, stop };
}

test('a sign-in from another page is noticed when the owner comes back to this one, by its window or by its tab', async () => {
  const { page, document, seen } = asking(false, new Error('no answer'), true);
  /** Comes back until one more question is asked: while a question has no answer, no other is asked. */
  const askedBy = (comeBack: () => void, asked: number) =>
    vi.waitFor(() => {
      comeBack();
      expect(seen.asked).toBe(asked);
    }, 60_000);
  const byWindow = () => page.dispatchEvent(new Event('focus'));
  await askedBy(byWindow, 1);
  await askedBy(() => document.dispatchEvent(new Event('visibilitychange')), 2);
  expect(seen.found).toBe(0);
  await askedBy(byWindow, 3);
  await vi.waitFor(() => expect(seen.found).toBe(1), 60_000);
});

test('nothing is asked by a page that is left, twice at once, or after the dialog was closed', async () => {
  const { page, document, seen, stop } = asking(true, true);
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(seen.asked).toBe(0);
  document.hidden = false;
  // A tab that the owner chooses becomes visible and gets the focus.
  document.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('focus'));
  expect(seen.asked).toBe(1);
  stop();
  await Promise.resolve();
  page.dispatchEvent(new Event('focus'));
  expect(seen).toEqual({ asked: 1, found: 0 });
});
