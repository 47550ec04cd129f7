import { useEffect, useMemo, useRef } from 'react';
import { systemTimers } from '#shared/kernel/timers.ts';
import { useSessionStore } from '../../../../auth/index.ts';
import { windowDocuments } from '../../../../documents/window-documents.ts';
import type { PostSession } from '../../../../editor/index.ts';
import { usePorts } from '../../../../ports-context.tsx';
import { createKeptReadings } from './kept-reading.ts';
import { createSecondReaderStore, type SecondReaderStore } from './second-reader-store.ts';

/** Returns the store for second readings of the post in this form; an earlier request continues. */
export function useSecondReader(session: PostSession, onRead: () => void): SecondReaderStore {
  const ports = usePorts();
  const signIn = useSessionStore();
  const read = useRef(onRead);
  read.current = onRead;
  const secondReader = useMemo(() => {
    const { api, clock, uniqueId } = ports;
    const { getState } = session;
    return createSecondReaderStore({
      ...{ api, clock, timers: systemTimers, unique: uniqueId },
      kept: createKeptReadings(windowDocuments(ports)),
      place() {
        const { save, documentId } = getState();
        return save.base ? `post:${save.base.postId}` : documentId;
      },
      body() {
        const { values, save, documentId } = getState();
        const { title, excerpt, content, categoryId } = values;
        return {
          ...{ title, excerpt, content, document: documentId, isAutomatic: false },
          postId: save.base?.postId ?? 0,
          categoryId: categoryId ?? 0,
        };
      },
      onRead: () => read.current(),
      onSignedOut: () => signIn.setState({ isExpired: true }),
    });
  }, [ports, session, signIn]);
  useEffect(() => {
    // When another tab has the post, that tab also has the earlier request.
    if (session.getState().save.kind !== 'locked') void secondReader.resume();
    return () => secondReader.leave();
  }, [secondReader, session]);
  return secondReader;
}
