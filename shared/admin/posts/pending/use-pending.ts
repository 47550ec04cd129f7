import { useQuery } from '@tanstack/react-query';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';

/** A post with a waiting change. */
export type PostWithPending = PostSummary & { pending: NonNullable<PostSummary['pending']> };

/** Returns the posts with a waiting change; none while they are not known. */
export function usePendingPosts(): PostWithPending[] {
  const { api } = usePorts();
  const query = { status: 'pending' } as const;
  const found = useQuery({
    queryKey: [...queryKeys.posts, 'list', query],
    queryFn: ({ signal }) => api.list(listPosts, { query, signal }),
  });
  return (found.data?.items ?? []).filter((post): post is PostWithPending => post.pending !== undefined);
}
