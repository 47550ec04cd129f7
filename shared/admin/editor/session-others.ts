import { isUpToDate, workingCopyOf } from '#shared/workspace/post-draft.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { foreignDraftOfPost } from './foreign-actions.ts';
import { storedPostOf } from './local-drafts.ts';
import { openDraftOfNewPost, openDraftOfPost } from './open-draft.ts';
import type { SessionCore } from './session-core.ts';
import { savedBefore } from './session-notes.ts';

/** Takes in what other windows and devices do to drafts, one change after the other: some of them wait for the disk. */
interface OthersChanges {
  hear(change: ForeignChange): void;
  /** While text is composed, changes wait: they would break it off. */
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

/** A form without a word of its own goes on with what another device writes about the same post. */
async function adopt(core: SessionCore, change: ForeignChange): Promise<void> {
  const { draft, facts } = core;
  const isIdle = () => facts.save.kind === 'saved' && !draft.isUnsaved() && draft.isKept();
  const copy = draft.base();
  // A new post's form stays its own: what is begun elsewhere is another post.
  if (!copy || !isIdle()) return;
  const theirs = await foreignDraftOfPost(core.ports.store, change, copy);
  if (!theirs || facts.isClosed || !isIdle()) return;
  const base = workingCopyOf(theirs);
  // One that was saved there already is ahead of this form.
  const isStale = base !== null && base.baseVersion <= copy.baseVersion && !isUpToDate(base, storedPostOf(copy));
  const restored = { at: theirs.changedAt() ?? 0, isStale, isGiven: false };
  await core.goOnWith({ document: theirs, isStored: true, restored });
  facts.isOthers = true;
  core.dispatch({ type: 'foreign', base, isUnsaved: true });
}

/** Another tab of this browser has let go of the post: what it left is opened here. */
export async function takeOver(core: SessionCore, release: () => void): Promise<void> {
  const { ports, draft, facts, holds, notes } = core;
  if (facts.isClosed) {
    release();
    return;
  }
  holds.add(release);
  const free = { ...ports, locks: { tryHold: async () => ({ release: () => {} }) } };
  const copy = draft.base();
  // Without an answer it goes on from the version it was opened with: a save will tell whether there is a newer one.
  const post = copy && ((await ports.reload(copy.postId)) ?? storedPostOf(copy));
  const again = post ? await openDraftOfPost(free, post) : await openDraftOfNewPost(free, draft.document.id);
  if (facts.isClosed) return;
  await core.goOnWith(again);
  const recorded = await savedBefore(ports.store, draft.document.id);
  notes.goOnFrom(recorded);
  core.dispatch({ type: 'got-hold', base: draft.base(), isUnsaved: draft.isUnsaved(), recorded });
}
