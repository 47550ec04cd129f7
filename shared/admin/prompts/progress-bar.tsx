import { useStore } from 'zustand';
import { progressOf } from '#shared/workflow/run-progress.ts';
import type { RunState } from '#shared/workflow/run-states.ts';
import { elapsedMs, elapsedText, timeLeft, timeLeftText } from '#shared/workflow/run-time.ts';
import { useRunStore } from './run-host.ts';
import { runUse } from './run-usage.ts';
import { usageText } from './usage-texts.ts';
import { useNow } from './use-now.ts';

/** How far the run is, how long it took and will take, and what it has cost. */
export function ProgressBar() {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const booked = useStore(store, (state) => state.booked);
  const history = useStore(store, (state) => state.history);
  const isMoving = useStore(store, (state) => state.isUnderWay || state.isWatching);
  const now = useNow(isMoving);
  const { completed, percent, text } = progressOf(run);
  const use = runUse(run, booked);
  const hasBegun = run.startedAt !== null;
  const isWhole = percent === 100;
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Progress of the workflow"
        aria-valuemin={0}
        aria-valuemax={9}
        aria-valuenow={completed}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300 motion-reduce:transition-none"
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
        <span className="font-semibold text-ink">{text}</span>
        {hasBegun && <span>{elapsedText(elapsedMs(run, now))}</span>}
        {isAutoRun(run.state) && hasBegun && !isWhole && <span>{timeLeftText(timeLeft(run, now, history))}</span>}
        {use && <span>{usageText(use)}</span>}
      </p>
    </div>
  );
}

/** Of a step that was asked for alone nothing follows, so that there is nothing to foresee. */
function isAutoRun(state: RunState): boolean {
  if (state.kind === 'watching') return isAutoRun(state.of);
  return state.kind === 'waiting' || ('isAuto' in state && state.isAuto);
}
