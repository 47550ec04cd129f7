import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SessionState } from '../../../editor/index.ts';
import { queryKeys } from '../../../query-client.ts';

/** A save made on another device: the lists are stale, and a draft that became a post there is that post here. */
export function useForeignSaves({ foreignAction, save }: SessionState, onAdopted: (postId: number) => void): void {
  const queryClient = useQueryClient();
  const postId = save.base?.postId ?? null;
  const version = save.base?.baseVersion ?? null;
  const known = useRef(postId);
  const adopt = useRef(onAdopted);
  adopt.current = onAdopted;
  const isSaved = foreignAction === 'saved';

  useEffect(() => {
    const before = known.current;
    known.current = postId;
    if (!isSaved || postId === null || version === null) return;
    void queryClient.invalidateQueries({ queryKey: queryKeys.posts });
    if (before === null) adopt.current(postId);
  }, [queryClient, isSaved, postId, version]);
}
