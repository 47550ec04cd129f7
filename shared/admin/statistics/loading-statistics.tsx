import { Skeleton } from '#shared/ui/skeleton.tsx';

/** Shown while figures are being fetched. */
export function LoadingStatistics() {
  return (
    <div className="mt-6 grid gap-5" role="status" aria-label="Loading statistics">
      <Skeleton className="h-24" />
      <Skeleton className="h-72" />
    </div>
  );
}
