import { classNames } from './class-names.ts';

/** A placeholder for something that is loading. Its class gives the size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-md bg-line motion-reduce:animate-none', className)}
    />
  );
}
