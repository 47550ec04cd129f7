import { deletePost, type PostSummary, saveDraft, undeletePost, updatePost } from '#shared/contract/posts.ts';
import { useToast } from '#shared/ui/toast.tsx';
import type { AdminPorts } from '../ports.ts';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { fetchWholePost } from './fetch-post.ts';
import { duplicateOf } from './post-duplicate.ts';

/** What a change of posts makes stale: the lists, and the numbers of posts beside the categories. */
const refreshes = [queryKeys.posts, queryKeys.categories, queryKeys.tags];

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
    success: 'Post taken out of the bin',
  });
}

/** Makes a draft that says what the post says, under a slug of its own. */
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

/** What can be done to several posts at once. */
export type BulkChange = 'publish' | 'unpublish' | 'delete' | 'undelete';

const done: Record<BulkChange, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  delete: 'moved to the bin',
  undelete: 'taken out of the bin',
};

function changeOne(api: AdminPorts['api'], change: BulkChange, { id, version }: PostSummary): Promise<unknown> {
  if (change === 'delete') return api.call(deletePost, { params: { id } });
  if (change === 'undelete') return api.call(undeletePost, { params: { id } });
  return api.call(updatePost, { params: { id }, body: { published: change === 'publish', version } });
}

/**
 * Changes posts one after another: the server writes one at a time anyway. Those that cannot be changed (a draft whose
 * content is missing, a post changed elsewhere) do not stop the others; the toast gives the first reason.
 */
export function useBulkChange(onDone: () => void) {
  const toast = useToast();
  return useAction({
    name: 'posts_changed',
    async run({ api }, { change, posts }: { change: BulkChange; posts: readonly PostSummary[] }) {
      const failures: { post: PostSummary; error: unknown }[] = [];
      for (const post of posts) {
        try {
          await changeOne(api, change, post);
        } catch (error) {
          failures.push({ post, error });
        }
      }
      const [first] = failures;
      // None of them worked: the reason is the same for all, and shown like any failure.
      if (first && failures.length === posts.length) throw first.error;
      return failures;
    },
    refreshes,
    onSuccess(failures, { change, posts }) {
      const count = posts.length - failures.length;
      const title = `${count} ${count === 1 ? 'post' : 'posts'} ${done[change]}`;
      const [first] = failures;
      if (first) {
        const others = failures.length > 1 ? ` and ${failures.length - 1} more` : '';
        toast({ title, description: `Not "${first.post.title}"${others}.`, variant: 'destructive' });
      } else toast({ title });
      onDone();
    },
  });
}
