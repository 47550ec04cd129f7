import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';

interface PanelStateProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  isEmpty: boolean;
  /** The text for a panel without figures. */
  empty: string;
  children: ReactNode;
}

/** The content of a panel: its figures, or the reason why there are none. */
export function PanelState({ query, isEmpty, empty, children }: PanelStateProps) {
  if (query.data === undefined) {
    return query.error ? (
      <LoadFailed error={query.error} onTryAgain={() => query.refetch()} />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  return isEmpty ? <p className="text-muted">{empty}</p> : children;
}
