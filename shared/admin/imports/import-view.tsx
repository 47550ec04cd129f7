import { Play } from 'lucide-react';
import type { SiteImport } from '#shared/contract/imports.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { dateAndTime } from '../dates.ts';
import { LoadFailed } from '../load-failed.tsx';
import { progressWords, stateWords } from './import-words.ts';
import { PlanView } from './plan-view.tsx';
import { ReceiptView } from './receipt-view.tsx';
import { UndoPart } from './undo-part.tsx';
import { isUnderWay, useImport, useRun } from './use-imports.ts';

/** One import, whatever its state. */
export function ImportView({ id }: { id: number }) {
  const found = useImport(id);
  if (found.isError) return <LoadFailed error={found.error} onTryAgain={() => found.refetch()} />;
  if (!found.data) return <Skeleton className="mt-6 h-48" />;
  const shown = found.data;
  const { label, tone } = stateWords[shown.state];
  return (
    <article aria-labelledby={`import-${id}`} className="mt-6 rounded-md border border-line bg-surface p-4 md:p-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={`import-${id}`} className="font-serif text-xl font-medium wrap-anywhere">
            {shown.name}
          </h3>
          <p className="text-sm text-muted">
            {shown.program && `From ${shown.program} · `}
            {dateAndTime(shown.createdAt)}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </header>
      <div role="status">
        {isUnderWay(shown) && <Progress shown={shown} />}
        {shown.fault && <p className="mt-4 wrap-anywhere text-danger">{shown.fault}</p>}
      </div>
      {shown.state === 'failed' && shown.canRun && <GoOn shown={shown} />}
      {shown.state === 'ready' && shown.plan && <PlanView shown={shown} plan={shown.plan} />}
      {shown.receipt && <ReceiptView shown={shown} receipt={shown.receipt} />}
      <UndoPart shown={shown} />
    </article>
  );
}

/** The progress is kept on the server: a window that is opened later shows the same. */
function Progress({ shown: { progress, options } }: { shown: SiteImport }) {
  const { phase, done, total } = progress ?? { phase: 'reading' as const, done: 0, total: 0 };
  return (
    <div className="mt-4 grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{progressWords(phase, options)}</span>
        {done > 0 && (
          <span className="text-muted tabular-nums">
            {done.toLocaleString('en-US')}
            {total > 0 && ` of ${total.toLocaleString('en-US')}`}
          </span>
        )}
      </p>
      {total > 0 ? (
        <progress aria-label="How far the import is" max={total} value={done} className="h-2 w-full" />
      ) : (
        <progress aria-label="How far the import is" className="h-2 w-full" />
      )}
      <p className="text-sm text-muted">
        You can close this page. It goes on, and shows where it is when you come back.
      </p>
    </div>
  );
}

function GoOn({ shown }: { shown: SiteImport }) {
  const run = useRun(shown.id);
  return (
    <Button className="mt-4" variant="primary" disabled={run.isPending} onClick={() => run.mutate(shown.options)}>
      <Play aria-hidden />
      Go on with it
    </Button>
  );
}
