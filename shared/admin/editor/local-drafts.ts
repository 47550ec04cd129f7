import type { DraftSummary } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import {
  type DraftDocument,
  discardedAt,
  openStoredDraft,
  readValues,
  type WorkingCopy,
  workingCopyOf,
} from '#shared/workspace/post-draft.ts';
import { areSameValues, newPostValues } from '#shared/workspace/post-values.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { orNothing } from '../documents/stored.ts';
import type { StoredPost } from './save-states.ts';

/** The drafts of post forms on this computer, the newest first. */
export interface LocalDrafts {
  /** Drafts with words that the server does not have. */
  readonly unsaved: readonly DraftSummary[];
  /** Drafts that were discarded less than 30 days ago. */
  readonly binned: readonly DraftSummary[];
}

/**
 * Returns the drafts of this computer; none where this computer keeps nothing, which the form itself then tells the
 * owner.
 */
export async function localDrafts(store: DocumentStore): Promise<LocalDrafts> {
  const drafts = (await orNothing(store.summaries(), [])).sort((a, b) => b.at - a.at);
  return {
    unsaved: drafts.filter(({ isUnsaved }) => isUnsaved),
    binned: drafts.filter(({ discardedAt: at }) => at !== null),
  };
}

/** Returns the drafts with words that the server does not have, the newest first. */
export async function unsavedDrafts(store: DocumentStore): Promise<readonly DraftSummary[]> {
  return (await localDrafts(store)).unsaved;
}

/** Opens a draft by an id from a list. Throws NotKeptError. */
export async function loadDraft(store: DocumentStore, id: string): Promise<DraftDocument> {
  return openStoredDraft(id, await store.load(id));
}

/**
 * Whether a draft differs from the version it was made from, or from an empty form. A draft in the bin has nothing to
 * save.
 */
export function hasUnsavedWords(document: DraftDocument): boolean {
  const isChanged = !areSameValues(readValues(document), workingCopyOf(document)?.baseText ?? newPostValues);
  return isChanged && discardedAt(document) === null;
}

/** Returns the version that a working copy was made from, as the server had it then. */
export function storedPostOf({ postId, baseVersion, baseText, createdAt }: WorkingCopy): StoredPost {
  return { id: postId, version: baseVersion, values: baseText, createdAt };
}

const DAYS_IN_BIN = 30;

const longAgo = (clock: Clock) => clock.now() - DAYS_IN_BIN * 24 * 60 * 60 * 1000;

/**
 * Deletes for good the drafts that were saved, or removed from the bin, more than 30 days ago. What is left of such a
 * draft only takes up room.
 */
export async function purgeOldDrafts({ store, clock }: { store: DocumentStore; clock: Clock }): Promise<void> {
  try {
    await store.purge(longAgo(clock));
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
  }
}

/** Removes from the bin the drafts that have been there for 30 days. Returns the drafts that stay in the bin. */
export async function emptyOldBin(
  { store, clock }: { store: DocumentStore; clock: Clock },
  { binned }: LocalDrafts,
): Promise<readonly DraftSummary[]> {
  const before = longAgo(clock);
  const isOld = ({ discardedAt: at }: DraftSummary) => (at ?? before) < before;
  const removals = binned.filter(isOld).map(async ({ id }) => {
    const document = await loadDraft(store, id);
    const at = discardedAt(document);
    // The removal is dated back to when the draft was discarded, so that the next purge deletes its words.
    if (at !== null && at < before) await store.remove(tombstoneOf(document, at));
  });
  await Promise.allSettled(removals);
  return binned.filter((draft) => !isOld(draft));
}

/** Whether this computer keeps documents at all: it does not in some private windows, and where storage is blocked. */
export async function canKeep(store: DocumentStore): Promise<boolean> {
  try {
    await store.list('draft');
    return true;
  } catch (error) {
    if (error instanceof NotKeptError) return false;
    throw error;
  }
}
