import { useRef } from 'react';
import { createPost, type Post, saveDraft, updatePost } from '#shared/contract/posts.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { draftFieldsOfValues, fieldsOfValues } from './post-schema.ts';

const refreshes = [queryKeys.posts, queryKeys.categories, queryKeys.tags, queryKeys.images];

interface SaveOptions {
  /** The post being edited, as the server last gave it; null for a new one. */
  post: Post | null;
}

/** The three ways to save (admin spec §§2, 4): Create Post, Update Post, Save Draft. Each answers the stored post. */
export function useSavePost({ post }: SaveOptions) {
  const { uniqueId } = usePorts();
  const keys = useRef({ body: '', key: '' });
  /** One key for one text: when an answer was lost, the same text sent again makes no second post. */
  const keyFor = (fields: unknown): string => {
    const body = JSON.stringify(fields);
    if (keys.current.body !== body) keys.current = { body, key: uniqueId() };
    return keys.current.key;
  };

  const create = useAction({
    name: 'post_created',
    run({ api }, values: PostValues) {
      const body = fieldsOfValues(values);
      return api.call(createPost, { body, headers: { 'idempotency-key': keyFor(body) } });
    },
    refreshes,
    success: 'Blog post created successfully!',
  });
  const update = useAction({
    name: 'post_updated',
    run({ api }, values: PostValues) {
      if (!post) throw new Error('There is no post to update');
      return api.call(updatePost, {
        params: { id: post.id },
        body: { ...fieldsOfValues(values), version: post.version },
      });
    },
    refreshes,
    success: 'Blog post updated successfully!',
  });
  const draft = useAction({
    name: 'draft_saved',
    run({ api }, values: PostValues) {
      const editing = post ? { id: post.id, version: post.version } : {};
      return api.call(saveDraft, { body: { ...draftFieldsOfValues(values), ...editing } });
    },
    refreshes,
    success: 'Draft saved successfully!',
  });
  return { create, update, draft, isSaving: create.isPending || update.isPending || draft.isPending };
}
