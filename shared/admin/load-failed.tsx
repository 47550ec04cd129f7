import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { errorText } from './error-text.ts';

/** Shown in place of something that could not be loaded: the reason, and a button to try again. */
export function LoadFailed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  return (
    <EmptyState title={errorText(error)}>
      <Button className="mt-4" onClick={onTryAgain}>
        Try again
      </Button>
    </EmptyState>
  );
}
