import { Button } from '#shared/ui/button.tsx';
import { countText } from '../../cost-text.ts';
import type { BulkAnswer } from './send-bulk.ts';

export interface BulkDoneProps {
  /** The number of items processed so far. */
  done: number;
  total: number;
  onStop: () => void;
  isStopping: boolean;
  className?: string;
}

/** "430 of 1,000 done". */
export function doneText(done: number, total: number): string {
  return `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} done`;
}

/**
 * Returns the words for the items whose result is not known; `one` and `many` are the nouns for one item and for
 * several.
 */
export function restText(
  { count, fault }: NonNullable<BulkAnswer['rest']>,
  [one, many]: readonly [string, string],
): string {
  const others = count === 1 ? `the other ${one}` : `the other ${countText(count)} ${many}`;
  if (fault === null) return `It was stopped: ${others} ${count === 1 ? 'is' : 'are'} as before.`;
  return `${fault} What became of ${others} is not known: the server may have gone on.`;
}

/** The progress of a change of several items, with a button that stops it. Changes done until then can be undone. */
export function BulkDone({ done, total, onStop, isStopping, className = '' }: BulkDoneProps) {
  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <progress aria-label="How many are done" max={total} value={done} className="h-1.5 min-w-40 flex-1" />
      <Button size="sm" disabled={isStopping} onClick={onStop}>
        {isStopping ? 'Stopping…' : 'Stop'}
      </Button>
    </div>
  );
}

/** {@link BulkDone} for a change without a bar of its own, for example an Undo. */
export function BulkProgress(props: BulkDoneProps) {
  return (
    <section
      aria-label="What is being changed"
      aria-busy
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line-strong bg-sunken px-4 py-3"
    >
      <p role="status" className="font-semibold">
        {doneText(props.done, props.total)}
      </p>
      <BulkDone {...props} className="min-w-60 flex-1" />
    </section>
  );
}
