import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askUnlessTyping, createSessionStore, forgetLastSession } from './session-store.ts';

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
