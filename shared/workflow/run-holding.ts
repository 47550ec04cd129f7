import { lastAttempt, stepIds, withLastAttempt } from './run.ts';
import type { DrivenState, Run, RunState } from './run-states.ts';

/**
 * Returns a run as it opens from the store. A step that was under way is interrupted until `resume`. `isDrivenByOther`:
 * another tab drives the run, and this tab watches it.
 */
export function reopened(run: Run, isDrivenByOther: boolean): Run {
  if (isDrivenByOther) return watch(run);
  const state = driven(run.state);
  return { ...unwatched(run), state: interruption(state) ?? state };
}

function driven(state: RunState): DrivenState {
  return state.kind === 'watching' ? state.of : state;
}

/** Returns the run as a window sees it that does not drive it. */
export function watch(run: Run): Run {
  return { ...run, state: { kind: 'watching', of: driven(run.state) } };
}

/** Returns the run without the times at which its attempts were last heard of: nobody has driven the run since then. */
export function unwatched(run: Run): Run {
  return stepIds(run).reduce((all, step) => {
    const isHeard = lastAttempt(all, step)?.seenAt;
    return typeof isHeard === 'number' ? withLastAttempt(all, step, (attempt) => ({ ...attempt, seenAt: null })) : all;
  }, run);
}

/**
 * Returns the state in which a later driver begins when the earlier driver left the given state; null for a state in
 * which nothing is under way.
 */
export function interruption(state: DrivenState): Extract<RunState, { kind: 'interrupted' }> | null {
  switch (state.kind) {
    case 'running':
    case 'offline':
    case 'signed-out':
      return { kind: 'interrupted', step: state.step, isAuto: state.isAuto };
    case 'waiting':
      return { kind: 'interrupted', step: state.step, isAuto: true };
    case 'opening':
    case 'submitting':
      return { kind: 'interrupted', step: null, isAuto: true };
    case 'interrupted':
      return state;
    default:
      return null;
  }
}
