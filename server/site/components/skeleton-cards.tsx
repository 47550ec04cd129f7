import { listClass, type ViewMode } from './post-lists/post-list.tsx';

/** A quiet block in the place of content that is loading; a class sets its size. It is hidden from screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />;
}

/** Six skeleton cards while posts are loading. */
const CARDS = [1, 2, 3, 4, 5, 6];

/** The placeholder for a post list until it arrives, in the same grid or rows. */
export function SkeletonCards({ view }: { view: ViewMode }) {
  return (
    <div className={listClass(true)} data-view={view} aria-hidden="true">
      {CARDS.map((card) => (
        <div key={card} data-skeleton-card="">
          <SkeletonCard />
        </div>
      ))}
    </div>
  );
}

/** The placeholders after the posts of a list, in the list itself, while `count` more are loading. */
export function AwaitedCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, card) => card).map((card) => (
    <li key={card} data-skeleton-card="" aria-hidden="true">
      <SkeletonCard />
    </li>
  ));
}

function SkeletonCard() {
  return (
    <div className="card">
      <Skeleton className="card-cover aspect-3/2 w-full" />
      <div>
        <Skeleton className="h-3 w-24" />
        <Skeleton className="mt-3 h-5 w-full" />
        <Skeleton className="mt-2 h-5 w-2/3" />
        <Skeleton className="mt-4 h-3 w-full" />
        <Skeleton className="mt-2 h-3 w-4/5" />
      </div>
    </div>
  );
}
