import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { DeletionAnswer, HeldDeletions } from '#shared/workspace/exchange/held-deletions.ts';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { deletionsText } from './sync-texts.ts';

/**
 * Asks the owner when most of a list was deleted elsewhere: by the owner on another device, or by a person who should
 * not.
 */
export function DeletionQuestion({ deletions }: { deletions: HeldDeletions }) {
  const { exchange } = usePorts();
  const toast = useToast();
  const [isAnswering, setIsAnswering] = useState(false);
  const answer = async (word: DeletionAnswer) => {
    setIsAnswering(true);
    try {
      await exchange.answerDeletions(deletions.key, word);
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setIsAnswering(false);
    }
  };
  return (
    <section aria-labelledby="deletion-question" className="mt-4 rounded-md border border-danger/50 bg-sunken p-4">
      <h3 id="deletion-question" className="font-semibold">
        Did you delete these on another device?
      </h3>
      <p className="mt-1 text-sm">
        {`The server says that ${deletionsText(deletions)} were deleted. They are still here. What else is new on the server comes when you have decided.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="danger" disabled={isAnswering} onClick={() => answer('delete')}>
          Delete here too
        </Button>
        <Button disabled={isAnswering} onClick={() => answer('keep')}>
          Keep mine and send them back
        </Button>
      </div>
    </section>
  );
}
