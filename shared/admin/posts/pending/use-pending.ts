import { useQuery } from '@tanstack/react-query';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';

/** A post beside which a change waits. */
export type PostWithPending = PostSummary & { pending: NonNullable<PostSummary['pending']> };

/** The posts beside which a change waits; none while it is not known. */
export function usePendingPosts(): PostWithPending[] {
  const { api } = usePorts();
  const query = { status: 'pending' } as const;
  const found = useQuery({
    queryKey: [...queryKeys.posts, 'list', query],
    queryFn: ({ signal }) => api.list(listPosts, { query, signal }),
  });
  return (found.data?.items ?? []).filter((post): post is PostWithPending => post.pending !== undefined);
}
