import { interruption } from '#shared/workflow/run-holding.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { RunDocument } from './run-document.ts';

const DRIVEN_BY = 'drivenBy';

/**
 * Makes a device the one that drives a run. A device writes its claim once, when it begins to drive: each device sees
 * the other's claim, and the one that claims after seeing the other's has the run.
 */
export function claimRun(document: RunDocument, device: string): void {
  document.change('program', () => document.setField(DRIVEN_BY, device));
}

/** Whether another device has claimed the run in a document, whatever it does with it. */
export function isClaimedElsewhere(document: RunDocument, device: string | null): boolean {
  const by = document.field(DRIVEN_BY);
  return typeof by === 'string' && by !== device;
}

/** Whether somebody is at work on a run, or will be by itself; one at rest may go on wherever it is shown. */
export function isAtWork({ state }: Run): boolean {
  return interruption(state.kind === 'watching' ? state.of : state) !== null;
}
