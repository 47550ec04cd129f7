import type { StepId } from '#shared/workflow/steps.ts';

/** Returns the element id of a step's row, for links to it. */
export function stepRowId(step: StepId): string {
  return `step-row-${step}`;
}
