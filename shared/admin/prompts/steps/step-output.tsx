import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { shownOutput, stepRecord, stepStatus } from '#shared/workflow/run.ts';
import type { Attempt } from '#shared/workflow/run-states.ts';
import { elapsedText } from '#shared/workflow/run-time.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import { RenderedText } from '../../content-editor/index.ts';
import { dateAndTime } from '../../dates.ts';
import { usageText } from '../runs/usage.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { VersionsDialog } from '../versions-dialog.tsx';
import { TextWindow } from './text-window.tsx';

/**
 * The output of a step: the arriving one, otherwise the one that counts. Earlier attempts can be shown and chosen
 * instead.
 */
export function StepOutput({ step, number }: { step: StepId; number: number }) {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const isFixed = useStore(store, (state) => state.isWatching || state.isUnderWay);
  const [chosen, setChosen] = useState<number | null>(null);
  const { attempts, current } = stepRecord(run, step);
  const written = attempts.filter(({ output }) => output !== '');
  const attempt = written.find((each) => each.number === chosen);
  const now = shownOutput(run, step);
  const shown = attempt ? { text: attempt.output, isPartial: attempt.end !== 'completed' } : now;
  if (!shown) return null;
  const isEarlier = !attempt && now?.isEarlier === true;
  const isArriving = shown.isPartial && !attempt && !isEarlier && stepStatus(run, step) === 'Processing...';
  const canBeTaken = attempt?.end === 'completed' && attempt.number !== current && !isFixed;
  return (
    <div className="grid gap-2">
      {written.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={`Attempt at step ${number}`}
            className="max-w-72"
            value={chosen ?? ''}
            onChange={(event) => setChosen(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">
              {isEarlier
                ? 'Earlier attempt'
                : isArriving
                  ? 'What is arriving'
                  : current === null
                    ? 'The last one'
                    : 'The one that counts'}
            </option>
            {written.map((each) => (
              <option key={each.number} value={each.number}>
                {attemptName(each, current)}
              </option>
            ))}
          </Select>
          <CompareAttempts step={step} number={number} written={written} current={current} isFixed={isFixed} />
        </div>
      )}
      <TextWindow
        label={`Output of step ${number}`}
        text={shown.text}
        isPartial={shown.isPartial}
        isArriving={isArriving}
        isEarlier={isEarlier}
        actions={
          <>
            <ReadOutput number={number} text={shown.text} isPartial={shown.isPartial} />
            {canBeTaken && (
              <Button
                size="sm"
                onClick={() => {
                  store.actions.choose(step, attempt.number);
                  setChosen(null);
                }}
              >
                Use this output
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}

interface ReadOutputProps {
  number: number;
  text: string;
  isPartial: boolean;
}

/** The output of one attempt at a step, rendered as Markdown. */
function ReadOutput({ number, text, isPartial }: ReadOutputProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" disabled={text.trim() === ''} onClick={() => setIsOpen(true)}>
        <BookOpen aria-hidden />
        Read
        <span className="sr-only"> the output of step {number}</span>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} place="wide" title={`Output of step ${number}`}>
        <article className="mx-auto max-w-[41rem] min-w-0 py-2">
          {isPartial && (
            <p className="mb-3">
              <Badge tone="waiting">Partial</Badge>
            </p>
          )}
          <RenderedText text={text} />
        </article>
      </Dialog>
    </>
  );
}

interface CompareAttemptsProps {
  step: StepId;
  number: number;
  written: readonly Attempt[];
  current: number | null;
  isFixed: boolean;
}

/** Two attempts at a step, side by side. */
function CompareAttempts({ step, number, written, current, isFixed }: CompareAttemptsProps) {
  const store = useRunStore();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Compare attempts
      </Button>
      <VersionsDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Attempts at step ${number}`}
        versions={written.map((attempt) => ({
          id: String(attempt.number),
          name: attemptName(attempt, current),
          facts: attemptFacts(attempt),
          isCurrent: attempt.number === current,
          canBeTaken: attempt.end === 'completed' && !isFixed,
          parts: [{ label: 'Output', text: attempt.output }],
        }))}
        takeLabel="Use this output"
        onTake={(id) => store.actions.choose(step, Number(id))}
      />
    </>
  );
}

function attemptFacts({ startedAt, ranMs, usage, model }: Attempt): string {
  const begun = dateAndTime(new Date(startedAt).toISOString());
  const use = usage ? [usageText({ tokens: usage.totalTokens, costUsd: usage.costUsd })] : [];
  return [begun, ...(model === null ? [] : [model]), elapsedText(ranMs), ...use].join(' · ');
}

const ends: Record<Attempt['end'], string> = {
  open: 'arriving',
  completed: 'completed',
  failed: 'failed, partial',
  stopped: 'stopped, partial',
};

function attemptName({ number, end }: Attempt, current: number | null): string {
  return `Attempt ${number}: ${number === current ? 'counts' : ends[end]}`;
}
