import { usePageControls } from '../page-context.ts';

interface LoadErrorProps {
  message: string;
  /** What Try again does; fetches the page's data again when absent. */
  onRetry?: () => void;
}

/** Shown where something could not be fetched, with a Try again that works without JavaScript too. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  const { url, reload } = usePageControls();
  return (
    <div role="alert" className="notice">
      <p className="font-serif text-2xl font-semibold">{message}</p>
      <a
        href={url}
        className="button button-quiet mt-5"
        onClick={(event) => {
          event.preventDefault();
          (onRetry ?? reload)();
        }}
      >
        Try again
      </a>
    </div>
  );
}
