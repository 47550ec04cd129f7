import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Post } from '#shared/contract/posts/post.ts';
import { listPostRevisions, type PostRevision, restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';

/** A revision carries its whole text, so a page holds only a few. */
const PAGE = 20;

/** Returns the versions before a post's present one, newest first, page by page. */
export function useRevisions(postId: number, version: number) {
  const { api } = usePorts();
  return useInfiniteQuery({
    // Each save adds a revision, so the version is part of the key.
    queryKey: [...queryKeys.posts, 'revisions', postId, version],
    queryFn: ({ pageParam, signal }) =>
      api.list(listPostRevisions, {
        params: { id: postId },
        query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // After a restore the old list stays until the new one has loaded.
    placeholderData: keepPreviousData,
  });
}

interface Restoring {
  revision: Pick<PostRevision, 'id' | 'version'>;
  /** Whether this undoes a restore. */
  isUndo: boolean;
}

/** Makes a revision the present text; the text that it replaces becomes a revision itself. */
export function useRestore(postId: number, onRestored: (post: Post, done: Restoring) => void) {
  return useAction({
    name: 'revision_restored',
    run: ({ api }, { revision }: Restoring) =>
      api.call(restorePostRevision, { params: { id: postId, revisionId: revision.id } }),
    refreshes: [queryKeys.posts, queryKeys.categories, queryKeys.tags, queryKeys.images],
    success: (_post, { revision, isUndo }) => (isUndo ? 'Restore undone' : `Version ${revision.version} restored`),
    onSuccess: onRestored,
  });
}
