import type { PendingChange } from '#shared/contract/posts/pending.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import { mergePost, resolvePost } from '#shared/workspace/merge-post.ts';
import { type PostValues, withStoredValues } from '#shared/workspace/post-values.ts';

/**
 * Returns the form's values when the waiting change of a post is opened: the change merged with the current post
 * (`saved`). When both changed the same place, both texts are kept, and `isAsked` says that the owner must look at
 * them.
 */
export function editedChange(change: PendingChange, saved: PostValues): { values: PostValues; isAsked: boolean } {
  const base = withStoredValues(saved, said(change.base));
  const merge = mergePost(base, withStoredValues(base, said(change.fields)), saved);
  return { values: resolvePost(merge, 'both'), isAsked: merge.kind === 'conflict' };
}

function said(fields: PendingChange['fields']): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<
    string,
    JsonValue
  >;
}
