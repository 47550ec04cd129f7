import { type DraftDocument, openStoredDraft, readValues, workingCopyOf } from '#shared/workspace/post-draft.ts';
import { areSameValues, newPostValues } from '#shared/workspace/post-values.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';

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
    const ids = await store.list('draft');
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

function kept(document: DraftDocument): KeptDraft {
  return { document, postId: workingCopyOf(document)?.postId ?? null, at: document.changedAt() ?? 0 };
}
