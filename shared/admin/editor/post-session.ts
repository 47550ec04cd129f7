import type { MergeChoice } from '#shared/content/merge.ts';
import {
  type DraftDocument,
  readValues,
  setWorkingCopy,
  workingCopyOf,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { hasUnsavedWords, storedPostOf } from './draft-shelf.ts';
import { createJournal, type Journal, type JournalState } from './journal.ts';
import { type DraftPorts, type OpenedDraft, openDraftOfNewPost, openDraftOfPost, type Restored } from './open-draft.ts';
import { holdName, waitForHold } from './post-hold.ts';
import { leaveWarning, openedState, transition } from './save-engine.ts';
import type {
  SaveEffect,
  SaveEvent,
  SaveIntent,
  SaveOutcome,
  SaveReport,
  SaveRequest,
  SaveState,
  StoredPost,
} from './save-states.ts';
import type { Timers } from './timers.ts';

export interface SessionPorts extends DraftPorts {
  timers: Timers;
  /** Makes the call of a save; every answer is an outcome (`send-save.ts`). */
  send(request: SaveRequest): Promise<SaveOutcome>;
  /** Tells the owner what became of a save. */
  report(report: SaveReport): void;
  /** The post as the server has it now, for a tab that has waited for another one; null when it cannot be had. */
  reload(postId: number): Promise<StoredPost | null>;
}

/** What the form shows. Another object after each change. */
export interface SessionState {
  readonly documentId: string;
  readonly values: PostValues;
  readonly save: SaveState;
  readonly journal: JournalState;
  /** The form holds words the server does not have. */
  readonly isUnsaved: boolean;
  /** What was typed before this form was opened and is back; null for nothing, and once it is saved or given up. */
  readonly restored: Restored | null;
}

/** A post form at work: the draft, its journal and the save engine, and what the engine asks to be done. */
export interface PostSession {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Writes what an input event left in one of the long texts; `cursor` is the place behind the edit. */
  setText(name: 'title' | 'excerpt' | 'content', value: string, cursor?: number): void;
  /** Writes fields, as one step of undo. */
  setValues(values: Partial<PostValues>): void;
  /** Undoes or redoes the owner's last step; false when there is none. */
  undo(): boolean;
  redo(): boolean;
  /** Saves; `key` is the Idempotency-Key of a create that must not happen twice, one of its own without. */
  save(intent: SaveIntent, key?: string): void;
  signedIn(): void;
  /** The network is back, or the owner tries again. */
  online(): void;
  resolve(choice: MergeChoice): void;
  /** Closes a dialog of the engine without an answer. */
  putOff(): void;
  /** Back to the saved version; null for a new post, whose form becomes empty. */
  discard(stored: StoredPost | null): void;
  saveAsNew(): void;
  /** Null when the tab may close without a word. */
  leaveWarning(): 'unsaved' | 'saving' | null;
  /** Writes to this computer now. True when everything is kept. */
  flush(): Promise<boolean>;
  /** Writes what is left, and lets go of the post. */
  close(): Promise<void>;
}

/** Opens a post's form, or a new post's: `draftId` names the draft to go on with, else the newest one is taken. */
export async function openPostSession(
  ports: SessionPorts,
  target: { post: StoredPost } | { post: null; draftId?: string },
): Promise<PostSession> {
  const open = (): Promise<OpenedDraft> =>
    target.post ? openDraftOfPost(ports, target.post) : openDraftOfNewPost(ports, target.draftId ?? null);
  return createPostSession(ports, await open());
}

function createPostSession(ports: SessionPorts, opened: OpenedDraft): PostSession {
  const listeners = new Set<() => void>();
  const holds: (() => void)[] = opened.release ? [opened.release] : [];
  let document: DraftDocument = opened.document;
  let journal: Journal = watch(opened);
  let { restored } = opened;
  let isClosed = false;
  let stopWaiting = () => {};
  let save: SaveState = openedState({
    base: workingCopyOf(document),
    isUnsaved: hasUnsavedWords(document),
    isHeldElsewhere: opened.release === null,
  });
  let state: SessionState = snapshot();
  if (opened.release === null) {
    stopWaiting = waitForHold(ports, opened.holdName, (release) => void takeOver(release));
  }

  function watch({ document: watched, isStored }: OpenedDraft): Journal {
    const { store, clock, timers } = ports;
    const made = createJournal({ document: watched, store, clock, timers, isStored });
    made.subscribe(tell);
    watched.onChange(tell);
    return made;
  }
  function snapshot(): SessionState {
    return {
      documentId: document.id,
      values: readValues(document),
      save,
      journal: journal.state(),
      isUnsaved: hasUnsavedWords(document),
      restored,
    };
  }
  function tell(): void {
    state = snapshot();
    for (const listener of listeners) listener();
  }

  function dispatch(event: SaveEvent): void {
    const { state: next, effects } = transition(save, event);
    if (next === save && effects.length === 0) return;
    save = next;
    if (save.kind === 'saved') restored = null;
    for (const effect of effects) run(effect);
    tell();
  }
  function run(effect: SaveEffect): void {
    switch (effect.type) {
      case 'set-base':
        setWorkingCopy(document, effect.base);
        if (effect.base) void hold(effect.base.postId);
        return;
      case 'write':
        document.change(effect.isUndoable ? 'owner' : 'program', () => writeValues(document, effect.values));
        return;
      case 'send':
        void answer(effect.request);
        return;
      case 'drop':
        // What cannot be removed is a draft that says what the server says: it is no harm, and goes the next time.
        journal.remove().catch(() => undefined);
        return;
      case 'report':
        ports.report(effect.report);
    }
  }
  async function answer(request: SaveRequest): Promise<void> {
    const outcome = await ports.send(request);
    dispatch({ type: 'answered', outcome, values: readValues(document) });
  }

  let heldPost = workingCopyOf(document)?.postId ?? null;
  /** A draft that has become a post is held under the post's name as well. */
  async function hold(postId: number): Promise<void> {
    if (heldPost === postId) return;
    heldPost = postId;
    const taken = await ports.locks.tryHold(holdName(postId));
    if (taken) holds.push(taken.release);
  }
  /** The other tab has let go: what it left is opened here. */
  async function takeOver(release: () => void): Promise<void> {
    if (isClosed) {
      release();
      return;
    }
    holds.push(release);
    const free = { ...ports, locks: { tryHold: async () => ({ release: () => {} }) } };
    const copy = workingCopyOf(document);
    // Without an answer it goes on from the version it was opened with: a save will tell whether there is a newer one.
    const post = copy && ((await ports.reload(copy.postId)) ?? storedPostOf(copy));
    const again = post ? await openDraftOfPost(free, post) : await openDraftOfNewPost(free, document.id);
    if (isClosed) return;
    await journal.close();
    document = again.document;
    journal = watch(again);
    restored = again.restored;
    dispatch({ type: 'got-hold', base: workingCopyOf(document), isUnsaved: hasUnsavedWords(document) });
  }

  const edit = (run: () => void) => {
    if (save.kind === 'elsewhere') return;
    run();
    if (hasUnsavedWords(document)) dispatch({ type: 'typed' });
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setText: (name, value, cursor) => edit(() => document.setText(name, value, cursor)),
    setValues: (values) => edit(() => document.change('owner', () => writeValues(document, values))),
    undo: () => {
      let isDone = false;
      edit(() => {
        isDone = document.undo();
      });
      return isDone;
    },
    redo: () => {
      let isDone = false;
      edit(() => {
        isDone = document.redo();
      });
      return isDone;
    },
    save: (intent, key = ports.unique()) => dispatch({ type: 'save', intent, values: readValues(document), key }),
    signedIn: () => dispatch({ type: 'signed-in' }),
    online: () => dispatch({ type: 'online' }),
    resolve: (choice) => dispatch({ type: 'resolve', choice, values: readValues(document) }),
    putOff: () => dispatch({ type: 'put-off' }),
    discard: (stored) => dispatch({ type: 'discard', stored }),
    saveAsNew: () => dispatch({ type: 'save-as-new', values: readValues(document), key: ports.unique() }),
    leaveWarning: () => leaveWarning(save, hasUnsavedWords(document)),
    flush: () => journal.flush(),
    async close() {
      isClosed = true;
      stopWaiting();
      await journal.close();
      for (const release of holds.splice(0)) release();
    },
  };
}
