import {
  type DraftDocument,
  discardDraft,
  isUpToDate,
  readValues,
  setWorkingCopy,
  takeBackDraft,
  workingCopyOf,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { type DocumentChannel, openDocumentChannel } from '../document-channel.ts';
import { createOpenDocument, type OpenDocument, TYPED_DELAY_MS } from '../documents/open-document.ts';
import { orNothing } from '../documents/stored.ts';
import { binCopy } from './draft-bin.ts';
import { hasUnsavedWords, storedPostOf } from './draft-shelf.ts';
import { type Elsewhere, type ElsewhereWatch, sameDraftElsewhere, watchElsewhere } from './elsewhere.ts';
import { type OpenedDraft, openDraftOfNewPost, openDraftOfPost } from './open-draft.ts';
import { holdName, waitForHold } from './post-hold.ts';
import { keptSave, leaveWarning, openedState, transition } from './save-engine.ts';
import type { KeptSave, SaveEffect, SaveEvent, SaveRequest, SaveState, StoredPost } from './save-states.ts';
import type { PostSession, SessionPorts, SessionState } from './session-states.ts';
import { createWaitingSaves } from './waiting-saves.ts';

/** Opens a post's form, or a new post's: `draftId` names the draft to go on with, else it is empty. */
export function openPostSession(
  ports: SessionPorts,
  target: { post: StoredPost } | { post: null; draftId?: string },
): Promise<PostSession> {
  return openSession(ports, () =>
    target.post ? openDraftOfPost(ports, target.post) : openDraftOfNewPost(ports, target.draftId ?? null),
  );
}

/** Opens a draft as a form would find it: what `open` gives. */
export async function openSession(ports: SessionPorts, open: () => Promise<OpenedDraft>): Promise<PostSession> {
  // Listened to before anything is read: what arrives in between is not missed.
  const documents = openDocumentChannel(ports.openChannel);
  const early: ForeignChange[] = [];
  const stop = documents.listen((change) => early.push(change));
  try {
    const opened = await open();
    const kept = await savedBefore(ports, opened.document);
    return createPostSession(ports, { ...opened, kept }, documents, early);
  } catch (error) {
    documents.close();
    throw error;
  } finally {
    stop();
  }
}

/** The save of a draft that was written down and not answered. */
async function savedBefore({ store }: SessionPorts, { id }: DraftDocument): Promise<KeptSave | null> {
  const kept = await orNothing(createWaitingSaves(store).all(), new Map<string, KeptSave>());
  return kept.get(id) ?? null;
}

function createPostSession(
  ports: SessionPorts,
  opened: OpenedDraft & { kept: KeptSave | null },
  documents: DocumentChannel,
  early: readonly ForeignChange[],
): PostSession {
  const listeners = new Set<() => void>();
  const holds: (() => void)[] = opened.release ? [opened.release] : [];
  let document: DraftDocument = opened.document;
  let open: OpenDocument<'draft'> = watch(opened);
  let foreign: ElsewhereWatch = watchElsewhere(open);
  let { restored } = opened;
  let elsewhere: Elsewhere | null = null;
  let isOthers = false;
  let isClosed = false;
  let stopWaiting = () => {};
  let save: SaveState = openedState({
    base: workingCopyOf(document),
    isUnsaved: hasUnsavedWords(document),
    isHeldElsewhere: opened.release === null,
    kept: opened.kept,
  });
  let state: SessionState = snapshot();
  let composed: ForeignChange[] | null = null;
  /** One after the other: some of them wait for the disk. */
  let changes = Promise.resolve();
  documents.listen(hear);
  for (const change of early) hear(change);
  if (opened.release === null) {
    stopWaiting = waitForHold(ports, opened.holdName, (release) => void takeOver(release));
  }

  function watch({ document: watched, isStored }: Pick<OpenedDraft, 'document' | 'isStored'>): OpenDocument<'draft'> {
    const { store, clock, timers } = ports;
    const made = createOpenDocument({ document: watched, store, clock, timers, isStored, delay: TYPED_DELAY_MS });
    made.subscribe(tell);
    watched.onChange(tell);
    return made;
  }
  function snapshot(): SessionState {
    return {
      documentId: document.id,
      values: readValues(document),
      save,
      journal: open.journal(),
      isUnsaved: hasUnsavedWords(document),
      restored,
      elsewhere,
      isOthers,
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
    if (save.kind === 'saved') {
      restored = null;
      isOthers = false;
      if (event.type !== 'foreign') elsewhere = null;
    }
    for (const effect of effects) run(effect);
    note();
    tell();
  }
  const waitingSaves = createWaitingSaves(ports.store);
  let kept = opened.kept;
  /** What the server has not answered is on the disk, one write after the other. */
  let noting = Promise.resolve();
  function note(): void {
    const next = keptSave(save, kept);
    if (next === kept) return;
    kept = next;
    const { id } = document;
    // The words first: a save of a draft that is not there would be sent for nobody.
    const written = async () => {
      await open.keep();
      await (next ? waitingSaves.keep(id, next) : waitingSaves.drop(id));
    };
    // Where nothing is kept, the form says so by itself, and the save goes on while it is open.
    noting = noting.then(written).catch(() => undefined);
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
        void binning.then(() => open.remove()).catch(() => undefined);
        return;
      case 'bin':
        if (hasUnsavedWords(document)) bin();
        return;
      case 'report':
        ports.report(effect.report);
    }
  }
  /** What is in the bin is there before anything else is done to the draft. */
  let binning = Promise.resolve();
  let binned: string | null = null;
  function bin(): void {
    const at = ports.clock.now();
    const isNew = workingCopyOf(document) === null;
    const copy = isNew ? document : binCopy(document, { unique: ports.unique(), at });
    const { id, kind } = copy;
    binned = id;
    if (isNew) discardDraft(document, at);
    const isKept = isNew ? open.keep() : ports.store.append({ id, kind }, copy.encode());
    binning = isKept.then(() => documents.tell({ id, kind, update: null, isRemoved: false }));
    binning.catch((error: unknown) => console.error('What was discarded is not in the bin', error));
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
    await open.close();
    goOnWith(again);
    kept = await savedBefore(ports, document);
    dispatch({ type: 'got-hold', base: workingCopyOf(document), isUnsaved: hasUnsavedWords(document), kept });
  }
  function goOnWith(again: Omit<OpenedDraft, 'release' | 'holdName'>): void {
    document = again.document;
    open = watch(again);
    foreign = watchElsewhere(open);
    restored = again.restored;
  }

  function hear(change: ForeignChange): void {
    if (change.kind !== 'draft' || isClosed) return;
    if (composed) composed.push(change);
    else {
      changes = changes
        .then(() => (change.id === document.id ? takeIn(change) : adopt(change)))
        .catch((error: unknown) => console.error('A change of another device could not be taken in', error));
    }
  }
  async function takeIn(change: ForeignChange): Promise<void> {
    const wasUnsaved = hasUnsavedWords(document);
    const told = await foreign.takeIn(change);
    const isUnsaved = hasUnsavedWords(document);
    if (isUnsaved && !wasUnsaved) isOthers = true;
    const base = workingCopyOf(document);
    if (save.kind !== 'elsewhere') {
      elsewhere = told ?? elsewhere;
      if (base) void hold(base.postId);
    }
    dispatch({ type: 'foreign', base, isUnsaved });
    tell();
  }
  const isIdle = () => save.kind === 'saved' && !hasUnsavedWords(document) && open.journal().kind === 'kept';
  /** A form without a word of its own goes on with what another device writes about the same post. */
  async function adopt(change: ForeignChange): Promise<void> {
    const copy = workingCopyOf(document);
    // A new post's form stays its own: what is begun elsewhere is another post.
    if (!copy || !isIdle()) return;
    const theirs = await sameDraftElsewhere(ports.store, change, copy);
    if (!theirs || isClosed || !isIdle()) return;
    const base = workingCopyOf(theirs);
    // One that was saved there already is ahead of this form.
    const isStale = base !== null && base.baseVersion <= copy.baseVersion && !isUpToDate(base, storedPostOf(copy));
    await open.close();
    const back = { at: theirs.changedAt() ?? 0, isStale, isGiven: false };
    goOnWith({ document: theirs, isStored: true, restored: back });
    isOthers = true;
    dispatch({ type: 'foreign', base, isUnsaved: true });
  }

  const edit = (run: () => void) => {
    if (save.kind === 'elsewhere') return;
    isOthers = false;
    // Whoever goes on with a post that was discarded elsewhere has it back, whatever it says in the end.
    if (document.field('discarded') !== undefined) takeBackDraft(document);
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
    discard(stored) {
      binned = null;
      dispatch({ type: 'discard', stored });
      return binned;
    },
    async discardForNewest() {
      const copy = workingCopyOf(document);
      dispatch({ type: 'discard', stored: copy && ((await ports.reload(copy.postId)) ?? storedPostOf(copy)) });
    },
    saveAsNew: () => dispatch({ type: 'save-as-new', values: readValues(document), key: ports.unique() }),
    dismissElsewhere() {
      elsewhere = null;
      tell();
    },
    setComposing(isComposing) {
      if (isComposing) composed ??= [];
      else if (composed) {
        const waited = composed;
        composed = null;
        for (const change of waited) hear(change);
      }
    },
    leaveWarning: () => leaveWarning(save, hasUnsavedWords(document) && !isOthers),
    flush: () =>
      open.keep().then(
        () => true,
        () => false,
      ),
    async close() {
      isClosed = true;
      stopWaiting();
      await Promise.all([noting, binning.catch(() => undefined)]);
      documents.close();
      await open.close();
      for (const release of holds.splice(0)) release();
    },
  };
}
