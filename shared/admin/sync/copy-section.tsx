import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { CopyState } from '#shared/contract/copy-state.ts';
import { Button } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { copyText, limitOptions, picturesText } from './copy-texts.ts';
import { Fact } from './fact.tsx';
import { syncedText } from './sync-texts.ts';

type Copy = NonNullable<AdminPorts['copy']>;

/** How much of the site is on this computer; renders nothing if the host keeps no copy. */
export function CopySection() {
  const { copy } = usePorts();
  return copy === null ? null : <KnownCopy copy={copy} />;
}

function KnownCopy({ copy }: { copy: Copy }) {
  const { clock } = usePorts();
  const state = useStore(copy.state);
  const heading = useId();
  if (state === null) return null;
  const { problem, deletions, pictures, at } = state;
  return (
    <section aria-labelledby={heading} className="mt-4 border-t border-line pt-4">
      <h3 id={heading} className="font-semibold">
        The site on this computer
      </h3>
      <p role="status" className="mt-1 text-muted">
        {copyText(state)}
      </p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        <Fact name="As of">{syncedText(at, clock.now())}</Fact>
        <Fact name="Pictures">{picturesText(pictures)}</Fact>
      </dl>
      <PictureRoom copy={copy} limit={state.limit} />
      {problem !== null && (
        <p role="alert" className="mt-3 rounded-md border border-line-strong bg-sunken p-3 text-sm">
          {problem}
        </p>
      )}
      {deletions && <GoneQuestion key={deletions.key} copy={copy} deletions={deletions} />}
    </section>
  );
}

function PictureRoom({ copy, limit }: { copy: Copy; limit: number }) {
  const field = useId();
  return (
    <div className="mt-3">
      <label htmlFor={field} className="text-sm font-semibold">
        Room for pictures
      </label>
      <Select
        id={field}
        className="mt-1 w-full sm:w-56"
        value={String(limit)}
        onChange={(event) => void copy.setLimit(Number(event.target.value))}
      >
        {limitOptions(limit).map(({ bytes, label }) => (
          <option key={bytes} value={String(bytes)}>
            {label}
          </option>
        ))}
      </Select>
      <p className="mt-1 text-sm text-muted">
        Texts are always kept. Where there is no room, the pictures used longest ago go.
      </p>
    </div>
  );
}

/** Asks the owner when the server says that most posts are gone: it may be another server, or an empty one. */
function GoneQuestion({ copy, deletions }: { copy: Copy; deletions: NonNullable<CopyState['deletions']> }) {
  const toast = useToast();
  const heading = useId();
  const [isAnswering, setIsAnswering] = useState(false);
  const answer = async (word: 'delete' | 'keep') => {
    setIsAnswering(true);
    try {
      await copy.answerDeletions(deletions.key, word);
    } catch (error) {
      toast({ title: 'Error', description: errorText(error), variant: 'destructive' });
    } finally {
      setIsAnswering(false);
    }
  };
  return (
    <section aria-labelledby={heading} className="mt-4 rounded-md border border-danger/50 bg-sunken p-4">
      <h4 id={heading} className="font-semibold">
        Are these posts really gone?
      </h4>
      <p className="mt-1 text-sm">
        {`The server has ${deletions.deleted.toLocaleString('en-US')} of ${deletions.of.toLocaleString('en-US')} posts no more, not in the bin either. Their copies are still on this computer.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="danger" disabled={isAnswering} onClick={() => answer('delete')}>
          Delete the copies
        </Button>
        <Button disabled={isAnswering} onClick={() => answer('keep')}>
          Keep the copies
        </Button>
      </div>
    </section>
  );
}
