import type { Clock } from '#shared/kernel/clock.ts';
import {
  type DraftDocument,
  isAsGiven,
  isCopyOf,
  isUpToDate,
  newDraftId,
  openNewDraft,
  openWorkingCopy,
  readValues,
  setWorkingCopy,
  type WorkingCopy,
  workingCopyId,
  workingCopyOf,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import { areSameValues } from '#shared/workspace/post-values.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { changeLoaded, loaded, orNothing } from '../documents/stored.ts';
import type { WindowLocks } from '../ports.ts';
import { hasUnsavedWords, loadDraft, unsavedDrafts } from './local-drafts.ts';
import { draftHoldName, holdName } from './post-hold.ts';
import type { StoredPost } from './save-states.ts';

/**
 * Words that were typed earlier and are restored: when they were typed, and whether the server has a newer version of
 * the post by now.
 */
export interface Restored {
  readonly at: number;
  readonly isStale: boolean;
  /**
   * The draft is the one the owner asked for, and contains only what a file or the workflow gave: nobody has typed in
   * it.
   */
  readonly isGiven: boolean;
}

export interface OpenedDraft {
  readonly document: DraftDocument;
  /** Whether the store has the document in the state in which it is open here. */
  readonly isStored: boolean;
  readonly restored: Restored | null;
  /** Releases the hold; null if another tab has it. */
  readonly release: (() => void) | null;
  readonly holdName: string;
}

export interface DraftPorts {
  store: DocumentStore;
  clock: Clock;
  locks: WindowLocks;
  /** Returns a name that nothing else has. */
  unique(): string;
}

/** Opens the draft of a post: the words that were typed and not saved, else the post as the server has it. */
export async function openDraftOfPost(ports: Omit<DraftPorts, 'unique'>, post: StoredPost): Promise<OpenedDraft> {
  const name = holdName(post.id);
  const hold = await ports.locks.tryHold(name);
  try {
    const found = await findDraftOfPost(ports, post, hold !== null);
    return { ...found, release: hold?.release ?? null, holdName: name };
  } catch (error) {
    // The hold is released so that the opening can be tried again, here or in another tab.
    hold?.release();
    throw error;
  }
}

async function findDraftOfPost(
  ports: Pick<DraftPorts, 'store' | 'clock'>,
  post: StoredPost,
  isHeld: boolean,
): Promise<Pick<OpenedDraft, 'document' | 'isStored' | 'restored'>> {
  const { store, clock } = ports;
  const drafts = await draftsOf(ports, post, isHeld);
  const isSaved = ({ document }: OwnDraft) => areSameValues(readValues(document), post.values);
  if (isHeld) {
    // The answer to a save was lost, but the server has the words: nothing has to be restored. If the removal of the
    // draft fails, the next opening removes it.
    const removals = drafts.filter(isSaved).map(({ document }) => store.remove(tombstoneOf(document, clock.now())));
    await Promise.allSettled(removals);
  }
  const newest = drafts.find((draft) => !isSaved(draft));
  if (newest) {
    const copy = workingCopyOf(newest.document);
    const isStale = copy === null || !isUpToDate(copy, post);
    return { document: newest.document, isStored: true, restored: { at: newest.at, isStale, isGiven: false } };
  }
  return { document: await freshWorkingCopy(store, post), isStored: false, restored: null };
}

/** A draft of this post. `at`: when somebody last typed in it, milliseconds since 1970; 0 when unknown. */
interface OwnDraft {
  readonly document: DraftDocument;
  readonly at: number;
}

/**
 * Returns the drafts of this very post, the newest first. Words that were typed into another post which had the same
 * number before (on a restored server, or on another site at the same address) must not appear in this post. The tab
 * that holds the number makes such drafts into drafts of new posts, which keep every word and are listed with the other
 * drafts.
 */
async function draftsOf(
  { store, clock }: Pick<DraftPorts, 'store' | 'clock'>,
  post: StoredPost,
  isHeld: boolean,
): Promise<OwnDraft[]> {
  const own: OwnDraft[] = [];
  for (const { id, postId, at } of await unsavedDrafts(store)) {
    if (postId !== post.id) continue;
    const document = await loadDraft(store, id);
    const copy = workingCopyOf(document);
    if (copy === null || isCopyOf(copy, post)) own.push({ document, at });
    else if (isHeld) await makeNewPosts(document, { store, clock });
  }
  return own;
}

async function makeNewPosts(
  document: DraftDocument,
  { store, clock }: Pick<DraftPorts, 'store' | 'clock'>,
): Promise<void> {
  await changeLoaded(store, document, (changed) => {
    setWorkingCopy(changed, null);
    changed.touch(clock.now());
  });
}

/**
 * Opens the form of a new post: with the requested draft if that draft still has words that no post has, else empty.
 */
export async function openDraftOfNewPost(
  { store, locks, unique }: DraftPorts,
  asked: string | null,
): Promise<OpenedDraft> {
  const found = asked === null ? null : await newPostsDraft(store, asked);
  const document = found ?? openNewDraft(newDraftId(unique()));
  const name = draftHoldName(document.id);
  const hold = await locks.tryHold(name);
  const at = document.changedAt() ?? 0;
  const restored = found ? { at, isStale: false, isGiven: isAsGiven(document) } : null;
  return { document, isStored: found !== null, restored, release: hold?.release ?? null, holdName: name };
}

/** Returns the draft of a new post with words that no post has; null for any other draft. */
async function newPostsDraft(store: DocumentStore, id: string): Promise<DraftDocument | null> {
  if (!(await orNothing(store.list('draft'), [])).includes(id)) return null;
  const document = await loadDraft(store, id);
  return workingCopyOf(document) === null && hasUnsavedWords(document) ? document : null;
}

/**
 * Returns a working copy of the post as the server has it. If a working copy of this version was given up before, it is
 * opened again and set to the post's words, so that its old edits, which another device may still have, cannot come
 * back.
 */
async function freshWorkingCopy(store: DocumentStore, post: StoredPost): Promise<DraftDocument> {
  const { id, version, values, createdAt } = post;
  const copy: WorkingCopy = { postId: id, baseVersion: version, baseText: values, createdAt };
  const document = openWorkingCopy(copy, await loaded(store, workingCopyId(copy)));
  const base = workingCopyOf(document);
  if (base === null || !isUpToDate(base, post)) setWorkingCopy(document, copy);
  if (!areSameValues(readValues(document), values)) document.change('program', () => writeValues(document, values));
  return document;
}
