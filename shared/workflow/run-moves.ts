import type { Run, RunEffect, RunState, RunTransition } from './run-states.ts';

/** Between two steps of an auto-run. */
export const STEP_PAUSE_MS = 1000;
/** From the last step to the form, and from the form to the create. */
export const OPEN_DRAFT_MS = 1000;
export const SUBMIT_POST_MS = 500;

/** The run as given, and what is to be done; nothing is done by default. */
export function to(run: Run, ...effects: RunEffect[]): RunTransition {
  return { run, effects };
}

/** The run in another state. */
export function enter(run: Run, state: RunState, ...effects: RunEffect[]): RunTransition {
  return { run: { ...run, state }, effects };
}

/** Goes before every call: what follows a `keep` happens once the run is on the disk. */
export const keep: RunEffect = { type: 'keep' };
