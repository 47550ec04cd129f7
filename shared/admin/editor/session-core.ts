import { createStore } from 'zustand/vanilla';
import { isLetterHeldIn, readValues, setWorkingCopy, writeValues } from '#shared/workspace/post-draft.ts';
import { type DocumentChannel, WAITING_CHANGED } from '../document-channel.ts';
import type { ReadableStore } from '../ports.ts';
import { createSessionBin, type SessionBin } from './draft-bin.ts';
import type { ForeignAction } from './foreign-actions.ts';
import type { OpenedDraft, Restored } from './open-draft.ts';
import { openedState, transition } from './save-engine.ts';
import type { SaveEffect, SaveEvent, SaveOutcome, SaveRequest, SaveState } from './save-states.ts';
import { createSessionDraft, type SessionDraft } from './session-draft.ts';
import { createSessionHolds, type SessionHolds } from './session-holds.ts';
import { createSessionNotes, type SessionNotes } from './session-notes.ts';
import type { HandoverState, SessionPorts, SessionState } from './session-states.ts';
import type { WaitingSave } from './waiting-saves.ts';

/** The state of a session, apart from its draft. */
interface SessionFacts {
  save: SaveState;
  restored: Restored | null;
  foreignAction: ForeignAction | null;
  isOthers: boolean;
  isClosed: boolean;
  handover: HandoverState;
  overdue: string | null;
}

/** The parts of a session, and the engine that drives them. */
export interface SessionCore {
  readonly ports: SessionPorts;
  readonly documents: DocumentChannel;
  readonly draft: SessionDraft;
  readonly holds: SessionHolds;
  readonly notes: SessionNotes;
  readonly facts: SessionFacts;
  /** The id in the bin of what was discarded last; null for nothing. */
  lastBinned: string | null;
  readonly store: ReadableStore<SessionState>;
  /** Called when something has changed: the session's state is made anew. */
  tell(): void;
  /** Sends an event to the engine, and performs the effects it returns. */
  dispatch(event: SaveEvent): void;
  /** Replaces the draft that is open by another one. */
  goOnWith(other: Pick<OpenedDraft, 'document' | 'isStored' | 'restored'>): Promise<void>;
  /** The work in progress for the pending save (`answering`), and for the draft that was dropped last (`dropping`). */
  answering: Promise<void>;
  dropping: Promise<unknown>;
  /** Resolves when everything that was discarded or is to be saved is written down. */
  settled(): Promise<void>;
}

/** Assembles a session around an opened draft; `recorded` is the draft's save that had no answer. */
export function createSessionCore(
  ports: SessionPorts,
  opened: OpenedDraft & { recorded: WaitingSave | null },
  documents: DocumentChannel,
): SessionCore {
  const draft = createSessionDraft(ports, opened, { onChange: tell, onKept: documents.tell });
  const isLocked = opened.release === null;
  const engine = { base: draft.base(), isUnsaved: draft.isUnsaved(), isLocked, recorded: opened.recorded };
  const facts: SessionFacts = {
    save: openedState(engine),
    restored: opened.restored,
    foreignAction: null,
    isOthers: false,
    isClosed: false,
    handover: 'not-asked',
    overdue: null,
  };
  const holds = createSessionHolds(ports.locks, engine.base?.postId ?? null);
  if (opened.release) holds.add(opened.release);
  const notes = createSessionNotes(ports, opened.recorded, () => documents.tell(WAITING_CHANGED));
  const bin = createSessionBin(ports, documents);
  const store = createStore(() => snapshot(draft, facts));

  function tell(): void {
    store.setState(snapshot(draft, facts), true);
  }
  function dispatch(event: SaveEvent): void {
    const { state: next, effects } = transition(facts.save, event);
    if (next === facts.save && effects.length === 0) return;
    facts.save = next;
    if (next.kind !== 'offline') facts.overdue = null;
    if (next.kind === 'saved') {
      facts.restored = null;
      facts.isOthers = false;
      if (event.type !== 'foreign') facts.foreignAction = null;
    }
    for (const effect of effects) perform(effect, core, bin);
    notes.note(draft, facts.save);
    tell();
  }
  const core: SessionCore = {
    ...{ ports, documents, draft, holds, notes, facts },
    lastBinned: null,
    answering: Promise.resolve(),
    dropping: Promise.resolve(),
    store,
    tell,
    dispatch,
    async goOnWith(other) {
      await draft.goOnWith(other);
      facts.restored = other.restored;
    },
    async settled() {
      await Promise.all([notes.settled(), bin.settled().catch(() => undefined), core.dropping]);
    },
  };
  return core;
}

/** Performs an effect of the engine. */
function perform(effect: SaveEffect, core: SessionCore, bin: SessionBin): void {
  const { draft, holds, ports } = core;
  const { document, open } = draft;
  switch (effect.type) {
    case 'set-base':
      setWorkingCopy(document, effect.base);
      if (effect.base) void holds.hold(effect.base.postId);
      return;
    case 'write':
      document.change(effect.isUndoable ? 'owner' : 'program', () => writeValues(document, effect.values));
      return;
    case 'send':
      core.answering = answer(effect.request, core);
      return;
    case 'drop': {
      const removed = bin.settled().then(() => open.remove());
      // A draft that cannot be removed says only what the server says: it does no harm, and is removed the next time.
      core.dropping = removed.catch(() => undefined);
      return;
    }
    case 'bin':
      if (draft.isUnsaved()) core.lastBinned = bin.put(draft);
      return;
    case 'report':
      ports.report(effect.report);
  }
}

async function answer(request: SaveRequest, { ports, documents, draft, facts, dispatch }: SessionCore): Promise<void> {
  const isLetterHeld = request.postId === null && isLetterHeldIn(draft.document);
  const outcome = await ports.send(isLetterHeld ? { ...request, isLetterHeld } : request);
  // A form that has released the post sends nothing more for it: the save is still written down, and the queue holds
  // the post.
  if (facts.isClosed && isLeftToQueue(outcome, facts.save)) {
    documents.tell(WAITING_CHANGED);
    return;
  }
  dispatch({ type: 'answered', outcome, values: readValues(draft.document) });
}

/**
 * Whether an answer requires more than a note. A closed form has released the post, so it neither merges nor sends
 * anything: the save is still written down, and the queue holds the post.
 */
function isLeftToQueue({ kind }: SaveOutcome, save: SaveState): boolean {
  if (kind === 'stored') return save.kind === 'saving' && save.again !== null;
  return kind === 'stale' || kind === 'made-before';
}

function snapshot({ document, open, isUnsaved }: SessionDraft, facts: SessionFacts): SessionState {
  const { save, restored, foreignAction, isOthers, handover, overdue } = facts;
  return {
    documentId: document.id,
    values: readValues(document),
    save,
    journal: open.journal(),
    isUnsaved: isUnsaved(),
    restored,
    foreignAction,
    isOthers,
    handover,
    overdue,
    isPartUnread: document.unread > 0,
    isLetterHeld: isLetterHeldIn(document),
  };
}
