import { Skeleton } from '#shared/ui/skeleton.tsx';

/** The post form while it opens. */
export function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading the post">
      <Skeleton className="mb-5 h-8 w-48" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-8">
        <div className="grid gap-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-10" />
          <Skeleton className="h-24" />
          <Skeleton className="h-80" />
        </div>
        <div className="grid gap-4">
          <Skeleton className="h-72" />
          <Skeleton className="h-64" />
        </div>
      </div>
    </div>
  );
}
