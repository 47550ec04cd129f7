import { isUpToDate, workingCopyOf } from '#shared/workspace/post-draft.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { foreignDraftOfPost } from './foreign-actions.ts';
import { storedPostOf } from './local-drafts.ts';
import { openDraftOfNewPost, openDraftOfPost } from './open-draft.ts';
import type { SessionCore } from './session-core.ts';
import { savedBefore } from './session-notes.ts';

/**
 * Takes in what other windows and devices do to drafts, one change after the other, because some changes wait for the
 * disk.
 */
interface OthersChanges {
  hear(change: ForeignChange): void;
  /** While text is being composed, changes wait: they would interrupt the composition. */
  setComposing(isComposing: boolean): void;
}

export function createOthersChanges(core: SessionCore): OthersChanges {
  let composed: ForeignChange[] | null = null;
  let changes = Promise.resolve();

  function hear(change: ForeignChange): void {
    if (change.kind !== 'draft' || core.facts.isClosed) return;
    if (composed) composed.push(change);
    else {
      changes = changes
        .then(() => (change.id === core.draft.document.id ? takeIn(core, change) : adopt(core, change)))
        .catch((error: unknown) => console.error('A change of another device could not be taken in', error));
    }
  }
  return {
    hear,
    setComposing(isComposing) {
      if (isComposing) composed ??= [];
      else if (composed) {
        const waited = composed;
        composed = null;
        for (const change of waited) hear(change);
      }
    },
  };
}

/** Takes in a change of the draft that is open here. */
async function takeIn({ draft, facts, holds, dispatch, tell }: SessionCore, change: ForeignChange): Promise<void> {
  const wasUnsaved = draft.isUnsaved();
  const action = await draft.takeIn(change);
  const isUnsaved = draft.isUnsaved();
  if (isUnsaved && !wasUnsaved) facts.isOthers = true;
  const base = draft.base();
  if (facts.save.kind !== 'locked') {
    facts.foreignAction = action ?? facts.foreignAction;
    if (base) void holds.hold(base.postId);
  }
  dispatch({ type: 'foreign', base, isUnsaved });
  tell();
}

/** A form without unsaved words continues with what another device writes about the same post. */
async function adopt(core: SessionCore, change: ForeignChange): Promise<void> {
  const { draft, facts } = core;
  const isIdle = () => facts.save.kind === 'saved' && !draft.isUnsaved() && draft.isKept();
  const copy = draft.base();
  // The form of a new post keeps its own draft: a draft that is begun elsewhere is another post.
  if (!copy || !isIdle()) return;
  const theirs = await foreignDraftOfPost(core.ports.store, change, copy);
  if (!theirs || facts.isClosed || !isIdle()) return;
  const base = workingCopyOf(theirs);
  // A draft that was already saved on the other device is ahead of this form.
  const isStale = base !== null && base.baseVersion <= copy.baseVersion && !isUpToDate(base, storedPostOf(copy));
  const restored = { at: theirs.changedAt() ?? 0, isStale, isGiven: false };
  await core.goOnWith({ document: theirs, isStored: true, restored });
  facts.isOthers = true;
  core.dispatch({ type: 'foreign', base, isUnsaved: true });
}

/** Called when another tab of this browser has released the post: opens here what that tab left. */
export async function takeOver(core: SessionCore, release: () => void): Promise<void> {
  const { ports, draft, facts, holds, notes } = core;
  if (facts.isClosed) {
    release();
    return;
  }
  holds.add(release);
  const free = { ...ports, locks: { tryHold: async () => ({ release: () => {} }) } };
  const copy = draft.base();
  // Without an answer the session continues from the version it was opened with: a save will tell whether there is a
  // newer one.
  const post = copy && ((await ports.reload(copy.postId)) ?? storedPostOf(copy));
  const again = post ? await openDraftOfPost(free, post) : await openDraftOfNewPost(free, draft.document.id);
  if (facts.isClosed) return;
  await core.goOnWith(again);
  const recorded = await savedBefore(ports.store, draft.document.id);
  notes.goOnFrom(recorded);
  core.dispatch({ type: 'got-hold', base: draft.base(), isUnsaved: draft.isUnsaved(), recorded });
}
