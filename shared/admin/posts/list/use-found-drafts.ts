import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FoundDraft } from '#shared/contract/copy-state.ts';
import { usePorts } from '../../ports-context.tsx';

/**
 * Returns the drafts on this computer that contain these words; none without words, and in a host that cannot search
 * drafts.
 */
export function useFoundDrafts(words: string): readonly FoundDraft[] {
  const { copy } = usePorts();
  const found = useQuery({
    queryKey: ['found-drafts', words],
    queryFn: () => copy?.findDrafts(words) ?? [],
    enabled: copy !== null && words !== '',
    placeholderData: keepPreviousData,
  });
  return words === '' ? [] : (found.data ?? []);
}
