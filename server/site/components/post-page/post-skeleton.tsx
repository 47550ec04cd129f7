import { Skeleton } from '../skeleton-cards.tsx';

const LINES = ['w-full', 'w-[96%]', 'w-[98%]', 'w-[64%]'];

/** The shape of a post while it is loading. */
export function PostSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div className="post-opening page-gutter mx-auto flex w-full max-w-[54rem] flex-col md:items-center">
        <Skeleton className="block h-5 w-56" />
        <Skeleton className="mt-7 block h-11 w-full" />
        <Skeleton className="mt-3 block h-11 w-3/5" />
        <Skeleton className="mt-7 block h-6 w-4/5" />
        <Skeleton className="mt-2 block h-6 w-1/2" />
      </div>
      <div className="page-width">
        <div className="post-meta mt-0">
          <Skeleton className="h-11 w-52" />
          <Skeleton className="h-11 w-28" />
        </div>
      </div>
      <div className="page-gutter mx-auto mt-14 w-full max-w-measure pb-24 text-body">
        {[0, 1, 2].map((paragraph) => (
          <div key={paragraph} className="mb-9 grid gap-3.5">
            {LINES.map((width) => (
              <Skeleton key={width} className={`block h-4 ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
