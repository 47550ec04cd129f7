import { useMemo, useSyncExternalStore } from 'react';
import { isSameJson } from '#shared/workspace/json.ts';
import type { PostSession, SessionState } from '../../editor/index.ts';

/** A pause in the typing, and the longest the form says something older, in milliseconds. */
const PAUSE = 200;
const LONGEST = 1000;

/**
 * The session's state for the form around Content. What changes with every key typed there (the text, and whether it is
 * kept yet) is shown at the next pause; everything else, and all that came before it, at once. Content itself follows the
 * session, and what saves asks the session.
 */
export function useThrottledState(session: PostSession): SessionState {
  const { subscribe, shown } = useMemo(() => throttled(session), [session]);
  return useSyncExternalStore(subscribe, shown);
}

/** Content as it is now; empty, and the same from key to key, while nobody wants it. */
export function useContent(session: PostSession, isWanted = true): string {
  return useSyncExternalStore(session.subscribe, () => (isWanted ? session.state().values.content : ''));
}

function throttled(session: PostSession) {
  let shown = session.state();
  return {
    shown: () => shown,
    subscribe(listener: () => void): () => void {
      let timer: ReturnType<typeof setTimeout> | null = null;
      let waitingSince = 0;
      const show = () => {
        if (timer !== null) clearTimeout(timer);
        timer = null;
        if (shown === session.state()) return;
        shown = session.state();
        listener();
      };
      const stop = session.subscribe(() => {
        if (!isTypedOnly(shown, session.state())) return show();
        const now = performance.now();
        if (timer === null) waitingSince = now;
        else clearTimeout(timer);
        timer = setTimeout(show, Math.max(0, Math.min(PAUSE, waitingSince + LONGEST - now)));
      });
      show();
      return () => {
        stop();
        if (timer !== null) clearTimeout(timer);
      };
    },
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
