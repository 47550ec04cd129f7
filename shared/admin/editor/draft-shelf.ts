import type { Clock } from '#shared/kernel/clock.ts';
import {
  type DraftDocument,
  isGeneratedDraft,
  openStoredDraft,
  readValues,
  type WorkingCopy,
  workingCopyOf,
} from '#shared/workspace/post-draft.ts';
import { areSameValues, newPostValues } from '#shared/workspace/post-values.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';
import type { StoredPost } from './save-states.ts';

/** A draft this computer keeps. `at` is when it was last typed in, milliseconds since 1970, 0 when unknown. */
export interface KeptDraft {
  readonly document: DraftDocument;
  /** Null for a new post's. */
  readonly postId: number | null;
  readonly at: number;
}

/**
 * The drafts with words the server does not have, the newest first. None where the computer keeps nothing: the form then
 * says so by itself.
 */
export async function unsavedDrafts(store: DocumentStore): Promise<KeptDraft[]> {
  try {
    const ids = (await store.list('draft')).filter((id) => !isGeneratedDraft(id));
    const drafts = await Promise.all(ids.map(async (id) => kept(openStoredDraft(id, await store.load(id)))));
    return drafts.filter(({ document }) => hasUnsavedWords(document)).sort((a, b) => b.at - a.at);
  } catch (error) {
    if (error instanceof NotKeptError) return [];
    throw error;
  }
}

/** Whether a draft says something else than the version it was made from, or than an empty form. */
export function hasUnsavedWords(document: DraftDocument): boolean {
  return !areSameValues(readValues(document), workingCopyOf(document)?.baseText ?? newPostValues);
}

/** The version a working copy was made from, as the server had it then. */
export function storedPostOf({ postId, baseVersion, baseText, createdAt }: WorkingCopy): StoredPost {
  return { id: postId, version: baseVersion, values: baseText, createdAt };
}

function kept(document: DraftDocument): KeptDraft {
  return { document, postId: workingCopyOf(document)?.postId ?? null, at: document.changedAt() ?? 0 };
}

const KEPT_DAYS = 30;

/** Forgets for good what was saved or given up more than 30 days ago. What is left of it only takes room. */
export async function purgeOldDrafts({ store, clock }: { store: DocumentStore; clock: Clock }): Promise<void> {
  try {
    await store.purge(clock.now() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
  }
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
