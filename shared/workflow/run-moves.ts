import type { Run, RunEffect, RunState, RunTransition } from './run-states.ts';

/** The pause between two steps of an auto-run. */
export const STEP_PAUSE_MS = 1000;
/** The pauses between the last step and the form, and between the form and the create. */
export const OPEN_DRAFT_MS = 1000;
export const SUBMIT_POST_MS = 500;

/** Returns the run as given, with the effects to perform; there are none by default. */
export function to(run: Run, ...effects: RunEffect[]): RunTransition {
  return { run, effects };
}

/** Returns the run in another state. */
export function enter(run: Run, state: RunState, ...effects: RunEffect[]): RunTransition {
  return { run: { ...run, state }, effects };
}

/** Comes before every call: effects after a `keep` are performed when the run is on the disk. */
export const keep: RunEffect = { type: 'keep' };
