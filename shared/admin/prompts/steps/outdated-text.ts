import type { OutdatedCause } from '#shared/workflow/run-sources.ts';
import { type StepList, stepNumber } from '#shared/workflow/steps.ts';
import { costText } from '../../cost-text.ts';
import { placeholderName } from '../templates/placeholder-names.ts';

/** Returns why a step is out of date, in the words of its row. */
export function outdatedText(steps: StepList, cause: OutdatedCause): string {
  switch (cause.kind) {
    case 'older-step':
      return `Out of date: written from an older step ${stepNumber(steps, cause.step)}`;
    case 'without-step':
      return `Out of date: written before step ${stepNumber(steps, cause.step)}, which it asks for`;
    case 'inputs':
      return `Out of date: written for another ${cause.fields.map((field) => placeholderName(steps, field)).join(', ')}`;
    case 'prompt':
      return 'Out of date: its prompt was changed since';
    case 'codex':
      return 'Out of date: the codex says something else since';
    case 'follows':
      return `Out of date: written from step ${stepNumber(steps, cause.step)}, which is out of date`;
  }
}

/** "Re-run 6–9 (about $0.12)": a step and all later steps, with their cost if it is known. */
export function rerunText(first: number, last: number, costUsd: number | null): string {
  const price = costUsd === null ? '' : ` (about ${costText(costUsd)})`;
  return `Re-run ${rangeText(first, last)}${price}`;
}

/** "6–9", or "9" for a single step. */
export function rangeText(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}
