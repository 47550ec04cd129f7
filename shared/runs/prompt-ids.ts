import { formerNumber, type StepId } from '#shared/workflow/steps.ts';

const PREFIX = 'prompt:';

/** The id of the document that holds a step's own prompt. */
export function promptDocumentId(step: StepId): string {
  return PREFIX + step;
}

/** The id it has in what earlier programs wrote; null for a step they did not know. */
export function formerPromptDocumentId(step: StepId): string | null {
  const number = formerNumber(step);
  return number === null ? null : PREFIX + number;
}
