import { usePageControls } from '../page-context.ts';

interface LoadErrorProps {
  message: string;
  /** Called by Try again; when absent, Try again fetches the page's data again. */
  onRetry?: () => void;
}

/** Shown where something could not be fetched, with a Try again that also works without JavaScript. */
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
