import { classNames } from './class-names.ts';

/** Shows that something is in progress. `label` is the text for screen readers. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={classNames('inline-flex items-center justify-center', className)}>
      <svg
        viewBox="0 0 24 24"
        className="size-8 animate-spin text-accent motion-reduce:animate-none"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
        <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
