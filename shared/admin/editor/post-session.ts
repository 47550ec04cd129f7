import { holdLetter, readValues, takeBackDraft, writeValues } from '#shared/workspace/post-draft.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { type DocumentChannel, openDocumentChannel } from '../document-channel.ts';
import { storedPostOf } from './local-drafts.ts';
import { type OpenedDraft, openDraftOfNewPost, openDraftOfPost } from './open-draft.ts';
import { overdueTime } from './overdue.ts';
import { leaveWarning } from './save-engine.ts';
import type { StoredPost } from './save-states.ts';
import { createSessionCore, type SessionCore } from './session-core.ts';
import { createHandover } from './session-handover.ts';
import { savedBefore } from './session-notes.ts';
import { createOthersChanges } from './session-others.ts';
import type { PostSession, SessionPorts } from './session-states.ts';
import type { WaitingSave } from './waiting-saves.ts';

/**
 * Opens the form of a post or of a new post. For a new post `draftId` names the draft to continue; without it the form
 * is empty.
 */
export function openPostSession(
  ports: SessionPorts,
  target: { post: StoredPost } | { post: null; draftId?: string },
): Promise<PostSession> {
  return openSession(ports, () =>
    target.post ? openDraftOfPost(ports, target.post) : openDraftOfNewPost(ports, target.draftId ?? null),
  );
}

/** Opens the draft that `open` returns, as a form would find it. */
export async function openSession(ports: SessionPorts, open: () => Promise<OpenedDraft>): Promise<PostSession> {
  // The session listens before anything is read, so that no change in between is missed.
  const documents = openDocumentChannel(ports.openChannel);
  const early: ForeignChange[] = [];
  const stop = documents.listen((change) => early.push(change));
  let release: (() => void) | null = null;
  try {
    const opened = await open();
    ({ release } = opened);
    const recorded = await savedBefore(ports.store, opened.document.id);
    return createPostSession(ports, { ...opened, recorded }, documents, early);
  } catch (error) {
    release?.();
    documents.close();
    throw error;
  } finally {
    stop();
  }
}

function createPostSession(
  ports: SessionPorts,
  opened: OpenedDraft & { recorded: WaitingSave | null },
  documents: DocumentChannel,
  early: readonly ForeignChange[],
): PostSession {
  const core = createSessionCore(ports, opened, documents);
  const { draft, facts, holds, dispatch, tell } = core;
  const others = createOthersChanges(core);
  documents.listen(others.hear);
  for (const change of early) others.hear(change);
  const handover = createHandover(core, opened);
  const values = () => readValues(draft.document);

  return {
    getState: core.store.getState,
    getInitialState: core.store.getInitialState,
    subscribe: core.store.subscribe,
    setText: (name, value, cursor) => edit(core, () => draft.document.setText(name, value, cursor)),
    contentText: () => draft.document.shared('content'),
    typing(edit, origin) {
      facts.isOthers = false;
      draft.document.typing('content', edit, origin);
    },
    typed: () => edited(core),
    setValues: (given) => edit(core, () => draft.document.change('owner', () => writeValues(draft.document, given))),
    holdLetter: (isHeld) => edit(core, () => holdLetter(draft.document, isHeld)),
    undo: () => edit(core, () => draft.document.undo()) ?? false,
    redo: () => edit(core, () => draft.document.redo()) ?? false,
    save(intent, key = createKey(core)) {
      // A waiting save whose publication time has passed must not be sent before the save that the owner asks for now.
      if (overdueIn(core) !== null) dispatch({ type: 'take-back' });
      dispatch({ type: 'save', intent, values: values(), key });
    },
    signedIn: () => dispatch({ type: 'signed-in' }),
    online() {
      facts.overdue = overdueIn(core);
      if (facts.overdue === null) dispatch({ type: 'online' });
      else tell();
    },
    sendOverdue: () => dispatch({ type: 'online' }),
    takeBack: () => dispatch({ type: 'take-back' }),
    resolve: (choice) => dispatch({ type: 'resolve', choice, values: values() }),
    putOff: () => dispatch({ type: 'put-off' }),
    discard(stored) {
      core.lastBinned = null;
      dispatch({ type: 'discard', stored });
      return core.lastBinned;
    },
    async discardForNewest() {
      const copy = draft.base();
      dispatch({ type: 'discard', stored: copy && ((await ports.reload(copy.postId)) ?? storedPostOf(copy)) });
    },
    saveAsNew: () => dispatch({ type: 'save-as-new', values: values(), key: ports.unique() }),
    dismissForeignAction() {
      facts.foreignAction = null;
      tell();
    },
    takeOver: handover.ask,
    setComposing: others.setComposing,
    leaveWarning: () => leaveWarning(facts.save, draft.isUnsaved() && !facts.isOthers),
    flush: () => draft.open.keep().then(isDone, isNotDone),
    async close() {
      facts.isClosed = true;
      handover.close();
      await core.settled();
      await draft.open.keep().catch(isNotDone);
      holds.close();
      const closing = end(core);
      // An answer may never come, so closing a form does not wait for it.
      if (facts.save.kind !== 'saving') await closing;
    },
  };
}

/** Closes the draft when the pending save is answered, so that the changes made by the answer are written as well. */
async function end(core: SessionCore): Promise<void> {
  await core.answering;
  await core.settled();
  await core.draft.open.close();
  core.documents.close();
}

/** Returns when the waiting save was meant to go live, if that time has passed; else null. */
function overdueIn({ facts: { save }, notes, ports }: SessionCore): string | null {
  return save.kind === 'offline' ? overdueTime(save.request, notes.since(), ports.clock.now()) : null;
}

/**
 * Returns the Idempotency-Key of a create: the draft's own name, so that two devices that create the same draft make
 * one post. After a refusal, which the server keeps under the key, it is a new unique key.
 */
function createKey({ draft, facts: { save }, ports }: SessionCore): string {
  const isRefused = save.kind === 'editing' && save.fault !== null;
  const { id } = draft.document;
  return isRefused || !id.startsWith('draft:new-') ? ports.unique() : id;
}

const isDone = () => true;
const isNotDone = () => false;

/** Makes an edit of the owner, and returns the edit's result; undefined if nothing can be typed. */
function edit<Answer>(core: SessionCore, run: () => Answer): Answer | undefined {
  if (core.facts.save.kind === 'locked') return undefined;
  core.facts.isOthers = false;
  const answer = run();
  edited(core);
  return answer;
}

/** Called when the owner has changed something. */
function edited({ draft, dispatch }: SessionCore): void {
  // If the post was discarded elsewhere, editing it takes it out of the bin, whatever the final text is.
  if (draft.document.field('discarded') !== undefined) takeBackDraft(draft.document);
  if (draft.isUnsaved()) dispatch({ type: 'typed' });
}
