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

/** The drafts of posts' forms on this computer, the newest first. */
export interface LocalDrafts {
  /** With words the server does not have. */
  readonly unsaved: readonly DraftSummary[];
  /** Discarded less than 30 days ago. */
  readonly binned: readonly DraftSummary[];
}

/** The drafts of this computer. None where it keeps nothing: the form then says so by itself. */
export async function localDrafts(store: DocumentStore): Promise<LocalDrafts> {
  const drafts = (await orNothing(store.summaries(), [])).sort((a, b) => b.at - a.at);
  return {
    unsaved: drafts.filter(({ isUnsaved }) => isUnsaved),
    binned: drafts.filter(({ discardedAt: at }) => at !== null),
  };
}

/** The drafts with words the server does not have, the newest first. */
export async function unsavedDrafts(store: DocumentStore): Promise<readonly DraftSummary[]> {
  return (await localDrafts(store)).unsaved;
}

/** Opens a draft that a list named. Throws NotKeptError. */
export async function loadDraft(store: DocumentStore, id: string): Promise<DraftDocument> {
  return openStoredDraft(id, await store.load(id));
}

/**
 * Whether a draft says something else than the version it was made from, or than an empty form. One in the bin has
 * nothing to save.
 */
export function hasUnsavedWords(document: DraftDocument): boolean {
  const isChanged = !areSameValues(readValues(document), workingCopyOf(document)?.baseText ?? newPostValues);
  return isChanged && discardedAt(document) === null;
}

/** The version a working copy was made from, as the server had it then. */
export function storedPostOf({ postId, baseVersion, baseText, createdAt }: WorkingCopy): StoredPost {
  return { id: postId, version: baseVersion, values: baseText, createdAt };
}

const DAYS_IN_BIN = 30;

const longAgo = (clock: Clock) => clock.now() - DAYS_IN_BIN * 24 * 60 * 60 * 1000;

/**
 * Forgets for good what was saved, or taken from the bin, more than 30 days ago. What is left of such a draft only
 * takes room.
 */
export async function purgeOldDrafts({ store, clock }: { store: DocumentStore; clock: Clock }): Promise<void> {
  try {
    await store.purge(longAgo(clock));
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
  }
}

/** Takes from the bin what has lain there for 30 days. Gives what lies there still. */
export async function emptyOldBin(
  { store, clock }: { store: DocumentStore; clock: Clock },
  { binned }: LocalDrafts,
): Promise<readonly DraftSummary[]> {
  const before = longAgo(clock);
  const isOld = ({ discardedAt: at }: DraftSummary) => (at ?? before) < before;
  const removals = binned.filter(isOld).map(async ({ id }) => {
    const document = await loadDraft(store, id);
    const at = discardedAt(document);
    // Dated back to when it was discarded, so that the next purge forgets its words.
    if (at !== null && at < before) await store.remove(tombstoneOf(document, at));
  });
  await Promise.allSettled(removals);
  return binned.filter((draft) => !isOld(draft));
}

/** Whether this computer keeps documents at all: not in some private windows, and not where storage is blocked. */
export async function canKeep(store: DocumentStore): Promise<boolean> {
  try {
    await store.list('draft');
    return true;
  } catch (error) {
    if (error instanceof NotKeptError) return false;
    throw error;
  }
}
