import { useStore } from 'zustand';
import type { AiBatch } from '#shared/contract/ai-batches.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { dateAndTime } from '../../dates.ts';
import { usePorts } from '../../ports-context.tsx';
import { useNow } from '../runs/use-now.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { batchStateWords, progressOf, spendingText, topicsText, whereText } from './batch-words.ts';

/** One batch in the list. */
export function BatchRow({ batch, onOpen }: { batch: AiBatch; onOpen: () => void }) {
  const { all } = progressOf(batch);
  return (
    <article
      aria-label={`${topicsText(all)}, ${dateAndTime(batch.createdAt)}`}
      className="rounded-md border border-line bg-paper p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">{topicsText(all)}</p>
          <p className="text-sm text-muted">{dateAndTime(batch.createdAt)}</p>
        </div>
        <Button size="sm" onClick={onOpen}>
          Show
        </Button>
      </div>
      <BatchProgress batch={batch} />
    </article>
  );
}

/** The progress of a batch, its cost, and the reason why it is paused. */
export function BatchProgress({ batch }: { batch: AiBatch }) {
  const now = useNow(batch.againAt !== null);
  const { words, tone } = batchStateWords(batch, now);
  const { all, over } = progressOf(batch);
  const spending = spendingText(batch);
  const { clock } = usePorts();
  const own = useStore(useRunStore(), ({ device }) => device);
  const where = whereText(batch, own, clock.now());
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={tone}>{words}</Badge>
        <span>
          {over} of {all} finished
        </span>
        {batch.counts.failed > 0 && <span className="text-danger">{batch.counts.failed} failed</span>}
        {spending !== '' && <span className="text-muted">{spending}</span>}
        {where !== '' && <span className="text-muted">{where}</span>}
      </p>
      <div
        role="progressbar"
        aria-label="Topics that are finished"
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={over}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <span
          className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
          style={{ width: `${all === 0 ? 0 : (over / all) * 100}%` }}
        />
      </div>
      {batch.reason !== null && (
        <p role="status" className="mt-3 text-sm wrap-anywhere">
          {batch.reason}
        </p>
      )}
    </>
  );
}
