import { lastAttempt, stepIds, withLastAttempt } from './run.ts';
import type { DrivenState, Run, RunState } from './run-states.ts';

/**
 * A run as it opens from the store. What was under way there is interrupted here until `resume`; `isDrivenByOther`: another
 * tab drives it, and this one watches.
 */
export function reopened(run: Run, isDrivenByOther: boolean): Run {
  if (isDrivenByOther) return watch(run);
  const state = driven(run.state);
  return { ...unwatched(run), state: interruption(state) ?? state };
}

function driven(state: RunState): DrivenState {
  return state.kind === 'watching' ? state.of : state;
}

/** The run as a window that does not drive it sees it. */
export function watch(run: Run): Run {
  return { ...run, state: { kind: 'watching', of: driven(run.state) } };
}

/** The run without the times at which its attempts were last heard of: nobody has driven it since. */
export function unwatched(run: Run): Run {
  return stepIds(run).reduce((all, step) => {
    const isHeard = lastAttempt(all, step)?.seenAt;
    return typeof isHeard === 'number' ? withLastAttempt(all, step, (attempt) => ({ ...attempt, seenAt: null })) : all;
  }, run);
}

/**
 * The state a later driver begins with when the earlier driver left this state; null for a state in which nothing goes
 * on.
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
