import { type RefObject, useEffect, useMemo } from 'react';
import { systemTimers } from '#shared/kernel/timers.ts';
import { useSessionStore } from '../auth/index.ts';
import type { TextEdits } from '../content-editor/index.ts';
import { windowDocuments } from '../documents/window-documents.ts';
import type { PostSession } from '../editor/index.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { createKeptSuggestions } from './kept-suggestion.ts';
import { createOwnCommands } from './own-commands.ts';
import type { Help } from './suggest-context.tsx';
import { createSuggester } from './suggester.ts';
import type { SuggestedPost } from './suggester-states.ts';

/** localStorage: the language of the last translation. */
const LANGUAGE_KEY = 'translationLanguage';
/** Milliseconds from a change to the check of the text. */
const LOOK_AFTER = 250;

/** The model's help inside the post of a form, for as long as the form is open; what was asked for before continues. */
export function useSuggester(session: PostSession, edits: RefObject<TextEdits | null>): Help {
  const ports = usePorts();
  const signIn = useSessionStore();
  const help = useMemo(() => makeHelp(ports, { session, edits, signIn }), [ports, session, edits, signIn]);
  useEffect(() => {
    const { suggester } = help;
    let callOff: (() => void) | null = null;
    const stopWatching = session.subscribe(() => {
      callOff ??= systemTimers.after(LOOK_AFTER, () => {
        callOff = null;
        suggester.look();
      });
    });
    // If the form is locked, another tab has the post and what was asked for in it.
    if (session.getState().save.kind !== 'locked') void suggester.resume();
    return () => {
      stopWatching();
      callOff?.();
      suggester.leave();
    };
  }, [help, session]);
  return help;
}

interface Around {
  session: PostSession;
  edits: RefObject<TextEdits | null>;
  signIn: ReturnType<typeof useSessionStore>;
}

function makeHelp(ports: AdminPorts, { session, edits, signIn }: Around): Help {
  const { api, clock, localStorage, uniqueId, analytics } = ports;
  const documents = windowDocuments(ports);
  const { getState } = session;
  let opener: HTMLElement | null = null;
  const post: SuggestedPost = {
    place() {
      const { save, documentId } = getState();
      return save.base ? `post:${save.base.postId}` : documentId;
    },
    id: () => getState().save.base?.postId ?? 0,
    values: () => getState().values,
    text: () => session.contentText(),
    selection: () => edits.current?.selection() ?? { start: 0, end: 0 },
    setValues: (values) => session.setValues(values),
    mayChange: () => getState().save.kind !== 'locked',
  };
  const suggester = createSuggester({
    ...{ api, clock, post },
    timers: systemTimers,
    unique: uniqueId,
    kept: createKeptSuggestions(documents),
    language: {
      get: () => localStorage.get(LANGUAGE_KEY) ?? 'English',
      set: (language) => localStorage.set(LANGUAGE_KEY, language),
    },
    onSignedOut: () => signIn.setState({ isExpired: true }),
  });
  return {
    suggester,
    post: session,
    commands: createOwnCommands(documents, uniqueId),
    open(kind, given, from) {
      analytics.adminAction('suggestion_opened', { kind });
      const active = document.activeElement;
      opener = from ?? (active instanceof HTMLElement && active !== document.body ? active : null);
      suggester.open(kind, given);
    },
    giveFocusBack() {
      if (opener?.isConnected && !opener.closest('[data-suggest-card]')) opener.focus();
      else edits.current?.focus();
    },
  };
}
