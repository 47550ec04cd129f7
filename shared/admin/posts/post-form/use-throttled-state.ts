import { startTransition, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isSameJson } from '#shared/workspace/json.ts';
import type { PostSession, SessionState } from '../../editor/index.ts';

/** A pause in the typing, and the longest time for which the form may show an older state, in milliseconds. */
const PAUSE = 200;
const LONGEST = 1000;

/**
 * Returns the session's state for the form around Content. The parts that change with every key typed in Content (the
 * text, and whether it is stored yet) are shown at the next pause, with a lower priority than the next key. All other
 * changes, and everything before them, are shown at once. Content itself follows the session, and saving reads the
 * session.
 */
export function useThrottledState(session: PostSession): SessionState {
  const [shown, setShown] = useState({ session, state: session.getState() });
  useEffect(() => follow(session, (state) => setShown({ session, state })), [session]);
  return shown.session === session ? shown.state : session.getState();
}

/** Returns the current Content; while it is not wanted, an empty text, the same from key to key. */
export function useContent(session: PostSession, isWanted = true): string {
  return useStore(session, ({ values }) => (isWanted ? values.content : ''));
}

/** Shows the session's state as `useThrottledState` describes; returns a function that ends this. */
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
  // A key only records its time: setting a timer anew with each key costs more than a timer that checks again.
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

/** Whether only Content, and where it is stored, has changed. */
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
