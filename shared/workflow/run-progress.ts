import { countOf } from './messages.ts';
import { stepIds, stepRecord, stepStatus } from './run.ts';
import type { Run, RunState } from './run-states.ts';
import { type StepId, stepNumber } from './steps.ts';

export interface RunProgress {
  readonly completed: number;
  /** The width of the bar: 0 to 100. */
  readonly percent: number;
  readonly text: string;
}

/**
 * Returns the values of the progress bar. Its text says "of 8 steps" while its width is completed / 9: all steps but
 * one lead to the drafts, and the last refines one of them. So the text has reached its end while the bar fills up.
 */
export function progressOf(run: Run): RunProgress {
  const completed = stepIds(run).filter((step) => stepRecord(run, step).current !== null).length;
  const total = run.chain.length;
  return {
    completed,
    percent: (completed / total) * 100,
    text: `${Math.min(completed, total - 1)} of ${total - 1} steps`,
  };
}

/** Explains why the text counts one step less than there are rows. */
export function countedStepsText({ chain }: Pick<Run, 'chain'>): string {
  return `Counted are the ${countOf(chain.slice(1))} steps that lead to the drafts. Step ${chain.length} refines the best of them.`;
}

/** Returns the page's title while the tab is hidden: the progress of the run, then the usual title. */
export function hiddenTitle(run: Run, title: string): string {
  const note = runNote(run);
  return note === null ? title : `${note} · ${title}`;
}

/**
 * Returns the position of a run in a few words, for somebody who does not see its screen; null for a run that has not
 * begun.
 */
export function runNote(run: Run): string | null {
  return noteOf(run, run.state.kind === 'watching' ? run.state.of : run.state);
}

function noteOf(run: Run, state: RunState): string | null {
  const number = (step: StepId) => stepNumber(run.chain, step);
  switch (state.kind) {
    case 'running':
    case 'waiting':
      return `Step ${number(state.step)} of ${run.chain.length}`;
    case 'offline':
      return `No connection at step ${number(state.step)}`;
    case 'signed-out':
      return `Please sign in: step ${number(state.step)}`;
    case 'failed':
      return `Failed at step ${number(state.step)}`;
    case 'opening':
    case 'submitting':
    case 'done':
      return 'Done';
    case 'stopped':
    case 'interrupted':
      return `Stopped at ${progressOf(run).completed} of ${run.chain.length}`;
    default:
      return stepIds(run).some((step) => stepStatus(run, step) === 'Processing...') ? 'Running' : null;
  }
}
