import type { PendingChange } from '#shared/contract/posts/pending.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import { mergePost, resolvePost } from '#shared/workspace/merge-post.ts';
import { type PostValues, withStoredValues } from '#shared/workspace/post-values.ts';

/**
 * What the form of a post holds when its waiting change is opened in it: the change merged with what the post says by
 * now (`saved`). Where both changed the same place, both are there, and `isAsked` says that the owner has to look.
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
