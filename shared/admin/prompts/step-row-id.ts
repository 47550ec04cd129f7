import type { StepNumber } from '#shared/workflow/steps.ts';

/** The element id of a step's row, for what leads to it. */
export function stepRowId(number: StepNumber): string {
  return `step-row-${number}`;
}
