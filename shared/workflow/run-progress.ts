import { stepNumbers, stepStatus } from './run.ts';
import type { Run, RunState } from './run-states.ts';

export interface RunProgress {
  readonly completed: number;
  /** Width of the bar: 0 to 100. */
  readonly percent: number;
  readonly text: string;
}

/**
 * The progress bar. Its text says "of 8 steps" while its width is completed / 9: eight steps lead to the drafts, the
 * ninth refines one. So the text stays at eight while the bar fills up.
 */
export function progressOf(run: Run): RunProgress {
  const completed = stepNumbers.filter((step) => run.steps[step].current !== null).length;
  const total = stepNumbers.length;
  return {
    completed,
    percent: (completed / total) * 100,
    text: `${Math.min(completed, total - 1)} of ${total - 1} steps`,
  };
}

/** The page's title while the tab is hidden: how far the run is, before the title it has otherwise. */
export function hiddenTitle(run: Run, title: string): string {
  const note = titleNote(run, run.state.kind === 'watching' ? run.state.of : run.state);
  return note === null ? title : `${note} · ${title}`;
}

function titleNote(run: Run, state: RunState): string | null {
  switch (state.kind) {
    case 'running':
    case 'waiting':
      return `Step ${state.step} of ${stepNumbers.length}`;
    case 'offline':
      return `No connection at step ${state.step}`;
    case 'signed-out':
      return `Please sign in: step ${state.step}`;
    case 'failed':
      return `Failed at step ${state.step}`;
    case 'opening':
    case 'submitting':
    case 'done':
      return 'Done';
    case 'stopped':
    case 'interrupted':
      return `Stopped at ${progressOf(run).completed} of ${stepNumbers.length}`;
    default:
      return stepNumbers.some((step) => stepStatus(run, step) === 'Processing...') ? 'Running' : null;
  }
}
