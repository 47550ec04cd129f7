import { Button } from '#shared/ui/button.tsx';
import { errorText } from './error-text.ts';

interface PartlyLoadedProps {
  /** The name of what is partly there: "list", "pictures". */
  what: string;
  error: unknown;
  onTryAgain: () => void;
}

/** Shown beside something that could be loaded only in part: the reason, and a button to try again. */
export function PartlyLoaded({ what, error, onTryAgain }: PartlyLoadedProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger bg-surface px-4 py-2"
    >
      <p>
        Not all of the {what} could be loaded. {errorText(error)}
      </p>
      <Button size="sm" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  );
}
