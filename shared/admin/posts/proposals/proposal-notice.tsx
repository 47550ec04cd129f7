import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { Notice } from '../post-form/notices/notice.tsx';
import { ProposalNote, proposerName } from './proposal-note.tsx';

/** Says that the draft in the form was proposed by another program; nothing after the owner has published it. */
export const ProposalNotice = memo(function ProposalNotice({ postId }: { postId: number }) {
  const { api } = usePorts();
  const query = { status: 'proposed' } as const;
  const found = useQuery({
    queryKey: [...queryKeys.posts, 'list', query],
    queryFn: ({ signal }) => api.list(listPosts, { query, signal }),
  });
  const proposed = found.data?.items.find(({ id }) => id === postId)?.proposed;
  if (proposed?.kind !== 'draft') return null;
  return (
    <Notice title={`${proposerName(proposed)} proposed this post`}>
      <p>Readers do not see it. It is published by you or never.</p>
      <ProposalNote proposed={proposed} />
    </Notice>
  );
});
