import type { StepId } from '#shared/workflow/steps.ts';

/** The element id of a step's row, for what leads to it. */
export function stepRowId(step: StepId): string {
  return `step-row-${step}`;
}
