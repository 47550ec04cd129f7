import type { PostSummary } from '#shared/contract/posts/post.ts';
import { deletePost, saveDraft, undeletePost } from '#shared/contract/posts/posts-admin.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { fetchWholePost } from './fetch-post.ts';
import { duplicateOf } from './post-duplicate.ts';

/** The queries that a change of posts makes stale: the lists, and the post counts of categories and tags. */
export const refreshes = [queryKeys.posts, queryKeys.categories, queryKeys.tags];

export function useDeletePost() {
  return useAction({
    name: 'post_deleted',
    run: ({ api }, { id }: PostSummary) => api.call(deletePost, { params: { id } }),
    refreshes,
    success: 'Post moved to the bin',
  });
}

export function useUndeletePost() {
  return useAction({
    name: 'post_undeleted',
    run: ({ api }, { id }: PostSummary) => api.call(undeletePost, { params: { id } }),
    refreshes,
    success: 'Post restored',
  });
}

/** Makes a draft with the contents of the post, under a slug of its own. */
export function useDuplicatePost() {
  return useAction({
    name: 'post_duplicated',
    async run({ api }, summary: PostSummary) {
      const post = await fetchWholePost(api, summary);
      return api.call(saveDraft, { body: duplicateOf(post) });
    },
    refreshes,
    success: (copy) => `Duplicated as "${copy.title}"`,
  });
}
