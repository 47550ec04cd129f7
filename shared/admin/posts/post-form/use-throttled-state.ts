import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isSameJson } from '#shared/workspace/json.ts';
import type { PostSession, SessionState } from '../../editor/index.ts';

/** A pause in the typing, and the longest the form says something older, in milliseconds. */
const PAUSE = 200;
const LONGEST = 1000;

/**
 * The session's state for the form around Content. What changes with every key typed there (the text, and whether it is
 * kept yet) is shown at the next pause, and lets a key that comes meanwhile go first; everything else, and all that came
 * before it, at once. Content itself follows the session, and what saves asks the session.
 */
export function useThrottledState(session: PostSession): SessionState {
  const [shown, setShown] = useState({ session, state: session.getState() });
  useEffect(() => follow(session, (state) => setShown({ session, state })), [session]);
  return shown.session === session ? shown.state : session.getState();
}

/** Content as it is now; empty, and the same from key to key, while nobody wants it. */
export function useContent(session: PostSession, isWanted = true): string {
  return useStore(session, ({ values }) => (isWanted ? values.content : ''));
}

/** Shows what the session says, as `useThrottledState` says; returns a function that ends it. */
function follow(session: PostSession, show: (state: SessionState) => void): () => void {
  let shown = session.getState();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let waitingSince = 0;
  let typedAt = 0;
  const showNow = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    shown = session.getState();
    show(shown);
  };
  // A key only notes when it was: a timer that is set anew with each costs more than one that looks again.
  const showTyped = () => {
    const left = Math.min(typedAt + PAUSE, waitingSince + LONGEST) - performance.now();
    if (left > 0) timer = setTimeout(showTyped, left);
    else startTransition(showNow);
  };
  const stop = session.subscribe((now) => {
    if (!isTypedOnly(shown, now)) return showNow();
    typedAt = performance.now();
    if (timer !== null) return;
    waitingSince = typedAt;
    timer = setTimeout(showTyped, PAUSE);
  });
  if (session.getState() !== shown) showNow();
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}

/** Whether nothing but Content, and where it is kept, has changed. */
function isTypedOnly(before: SessionState, after: SessionState): boolean {
  const { values: valuesBefore, journal: journalBefore, ...restBefore } = before;
  const { values, journal, ...rest } = after;
  if (journal.kind === 'not-kept' || journalBefore.kind === 'not-kept') return false;
  const { content: _contentBefore, ...otherValuesBefore } = valuesBefore;
  const { content: _content, ...otherValues } = values;
  return isSameOneByOne(restBefore, rest) && isSameJson(otherValuesBefore, otherValues);
}

function isSameOneByOne(before: object, after: object): boolean {
  const known = new Map(Object.entries(before));
  return Object.entries(after).every(([name, value]) => Object.is(known.get(name), value));
}
