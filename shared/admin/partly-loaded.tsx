import { Button } from '#shared/ui/button.tsx';
import { errorText } from './error-text.ts';

interface PartlyLoadedProps {
  /** Of which a part is there: "list", "pictures". */
  what: string;
  error: unknown;
  onTryAgain: () => void;
}

/** What stands beside something of which a part could not be loaded: why, and the way to try again. */
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
