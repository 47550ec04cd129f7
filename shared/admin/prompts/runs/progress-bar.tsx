import { useId } from 'react';
import { useStore } from 'zustand';
import { busyText } from '#shared/workflow/messages.ts';
import { countedStepsText, progressOf } from '#shared/workflow/run-progress.ts';
import type { RunState } from '#shared/workflow/run-states.ts';
import { elapsedMs, elapsedText, timeLeft, timeLeftText } from '#shared/workflow/run-time.ts';
import { type StepId, stepNumber } from '#shared/workflow/steps.ts';
import { stepRowId } from '../steps/step-row-id.ts';
import { runUse, usageText } from './usage.ts';
import { useNow } from './use-now.ts';
import { useRunStore } from './use-run-store.ts';

/** The progress of the run, its time so far and time left, and its cost. */
export function ProgressBar() {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const booked = useStore(store, (state) => state.booked);
  const history = useStore(store, (state) => state.history);
  const isMoving = useStore(store, (state) => state.isUnderWay || state.isWatching);
  const busyUntil = useStore(store, (state) => state.busyUntil);
  const now = useNow(isMoving);
  const helpId = useId();
  const { completed, percent, text } = progressOf(run);
  const use = runUse(run, booked);
  const hasBegun = run.startedAt !== null;
  const isWhole = percent === 100;
  const atWork = underWay(run.state);
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Progress of the workflow"
        aria-valuemin={0}
        aria-valuemax={run.chain.length}
        aria-valuenow={completed}
        aria-valuetext={text}
        aria-describedby={helpId}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300 motion-reduce:transition-none"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm text-muted">
        <span className="font-semibold text-ink">{text}</span>
        {atWork && <StepLink step={atWork.step} />}
        {busyUntil !== null && <span className="font-semibold text-ink">{busyText(busyUntil - now)}</span>}
        {hasBegun && <span>{elapsedText(elapsedMs(run, now))}</span>}
        {atWork?.isAuto && !isWhole && <span>{timeLeftText(timeLeft(run, now, history))}</span>}
        {use && <span>{usageText(use)}</span>}
      </p>
      <p id={helpId} className="text-sm text-muted">
        {countedStepsText(run)}
      </p>
    </div>
  );
}

/**
 * Returns the step that is under way or that comes next by itself. After a step that was requested alone no step
 * follows, so there is nothing to estimate.
 */
function underWay(state: RunState): { step: StepId; isAuto: boolean } | null {
  switch (state.kind) {
    case 'watching':
      return underWay(state.of);
    case 'waiting':
      return { step: state.step, isAuto: true };
    case 'running':
    case 'offline':
    case 'signed-out':
      return state;
    default:
      return null;
  }
}

/** Names the step that is under way, and scrolls to its row, where its output arrives. */
function StepLink({ step }: { step: StepId }) {
  const store = useRunStore();
  const chain = useStore(store, ({ run }) => run.chain);
  const title = chain.find(({ id }) => id === step)?.title;
  const name = useStore(store, (state) => state.stepNames[step] ?? title);
  return (
    <button
      type="button"
      className="min-h-6 max-w-full truncate text-start text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
      onClick={() => document.getElementById(stepRowId(step))?.scrollIntoView({ block: 'start' })}
    >
      Step {stepNumber(chain, step)}: {name}
    </button>
  );
}
