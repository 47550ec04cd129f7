import { useQuery } from '@tanstack/react-query';
import {
  getPublicationLetter,
  holdPublicationLetter,
  type PublicationLetter,
} from '#shared/contract/letters/letters.ts';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { usePorts } from '../../../ports-context.tsx';
import { queryKeys } from '../../../query-client.ts';
import { useAction } from '../../../use-action.ts';
import { isToCome } from './submit-text.ts';

interface LetterOf {
  values: PostValues;
  /** Null for a post that was never stored; then `isHeld` is the draft's choice. */
  base: WorkingCopy | null;
  isHeld: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Returns the letter that publishing the open post will send; null when it sends none, or when this cannot be known.
 */
export function usePublicationLetter({ values, base, isHeld, now }: LetterOf): PublicationLetter | null {
  const { published, publishedAt, categoryId, authorId } = values;
  const { api } = usePorts();
  const postId = base?.postId ?? 0;
  // A post that readers see already is not sent.
  const goesLive = (published || isToCome(publishedAt, now)) && base?.baseText.published !== true;
  const query = { postId, categoryId, authorId };
  const letter = useQuery({
    queryKey: [...queryKeys.letters, 'publication', query],
    queryFn: ({ signal }) => api.call(getPublicationLetter, { query, signal }),
    enabled: goesLive,
  });
  if (!goesLive || !letter.data?.canBeSent || letter.data.recipients === 0) return null;
  return base === null ? { ...letter.data, isHeld, willBeSent: letter.data.willBeSent && !isHeld } : letter.data;
}

/** Sets whether a post is sent as a letter when it goes live. */
export function useHoldLetter(postId: number) {
  return useAction({
    name: 'letter_held',
    run: ({ api }, isHeld: boolean) => api.call(holdPublicationLetter, { params: { postId }, body: { isHeld } }),
    refreshes: [queryKeys.letters],
  });
}
