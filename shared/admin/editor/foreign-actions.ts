import {
  type DraftDocument,
  discardedAt,
  isCopyOf,
  isGeneratedDraft,
  openStoredDraft,
  postIdOfDraft,
  type WorkingCopy,
  workingCopyOf,
} from '#shared/workspace/post-draft.ts';
import type { DocumentStore, ForeignChange } from '#shared/workspace/store-port.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import { loaded } from '../documents/stored.ts';
import { hasUnsavedWords, storedPostOf } from './local-drafts.ts';

/**
 * What another device did to the draft that is open here. `saved`: it saved the draft; `reverted`: it went back to the
 * saved version; `discarded`: it put the new post into the bin; `removed`: it removed the draft. After the last two,
 * this form still has the words.
 */
export type ForeignAction = 'saved' | 'reverted' | 'discarded' | 'removed';

/** Follows an open draft through the changes of other devices. */
interface ForeignActionWatch {
  /** Takes in a change of this draft. Returns what to tell the owner; null for nothing. */
  takeIn(change: ForeignChange): Promise<ForeignAction | null>;
}

export function watchForeignActions(open: OpenDocument<'draft'>): ForeignActionWatch {
  const { document } = open;
  /** What happened to the unsaved words; the removal that follows does not say it. */
  let outcome: ForeignAction | null = null;

  return {
    async takeIn(change) {
      const { isRemoved } = change;
      const isAllKept = open.journal().kind === 'kept';
      const base = workingCopyOf(document);
      const wasUnsaved = hasUnsavedWords(document);
      await open.takeIn(change);
      const isUnsaved = hasUnsavedWords(document);
      if (isNewer(workingCopyOf(document), base)) {
        outcome = 'saved';
        return 'saved';
      }
      if (isUnsaved) return isRemoved && isAllKept ? 'removed' : null;
      if (discardedAt(document) !== null) return wasUnsaved ? 'discarded' : null;
      if (wasUnsaved) outcome = 'reverted';
      return isRemoved && outcome === 'reverted' ? 'reverted' : null;
    },
  };
}

function isNewer(now: WorkingCopy | null, before: WorkingCopy | null): boolean {
  if (now === null) return false;
  return before === null || now.postId !== before.postId || now.baseVersion > before.baseVersion;
}

/**
 * Returns the draft of the same post that another device has written under another id; null if the change is about
 * something else. `copy` is the version that this form's draft was made from.
 */
export async function foreignDraftOfPost(
  store: DocumentStore,
  { id, isRemoved }: ForeignChange,
  copy: WorkingCopy,
): Promise<DraftDocument | null> {
  if (isRemoved || isGeneratedDraft(id)) return null;
  const named = postIdOfDraft(id);
  // The draft of a new post may have become this post in the meantime.
  if (named !== null && named !== copy.postId) return null;
  const document = openStoredDraft(id, await loaded(store, id));
  const theirs = workingCopyOf(document);
  const isSame = theirs !== null && isCopyOf(theirs, storedPostOf(copy));
  return isSame && hasUnsavedWords(document) ? document : null;
}
