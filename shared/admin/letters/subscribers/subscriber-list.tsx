import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { PendingRow, SubscriberRow } from './subscriber-rows.tsx';
import { type SubscriberFilter, useSubscribers } from './use-subscribers.ts';

/** The subscribers that match a filter, page by page. */
export function SubscriberList({ filter }: { filter: SubscriberFilter }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSubscribers(filter);
  const listed = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && listed.length === 0) return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  if (!data) return <Skeleton className="mt-4 h-40" />;
  if (listed.length === 0) return <Nothing filter={filter} />;
  return (
    <>
      <ul className="mt-4 divide-y divide-line rounded-md border border-line bg-surface">
        {listed.map((one) => (
          <li key={one.id} className="flex items-center gap-3 px-4 py-2.5">
            {'state' in one ? <SubscriberRow subscriber={one} /> : <PendingRow pending={one} />}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-4 w-full" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading...' : 'Earlier ones'}
        </Button>
      )}
    </>
  );
}

function Nothing({ filter: { state, search } }: { filter: SubscriberFilter }) {
  return (
    <div className="mt-4">
      {search.trim() !== '' || state !== 'following' ? (
        <EmptyState title="Nobody found">Nobody of that name or state.</EmptyState>
      ) : (
        <EmptyState title="Nobody follows yet">
          Readers who confirm their address stand here, with what they follow.
        </EmptyState>
      )}
    </div>
  );
}
