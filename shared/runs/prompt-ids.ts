import { formerNumber, type StepId } from '#shared/workflow/steps.ts';

const PREFIX = 'prompt:';

/** Returns the id of the document that holds the owner's own prompt for a step. */
export function promptDocumentId(step: StepId): string {
  return PREFIX + step;
}

/** Returns the document's id in what earlier programs wrote; null for a step that those programs did not know. */
export function formerPromptDocumentId(step: StepId): string | null {
  const number = formerNumber(step);
  return number === null ? null : PREFIX + number;
}
