import type { ShippedStepId, StepId } from './steps.ts';

/** The steps by the numbers, from 1, that earlier programs named them by in all they stored. Never changed. */
const NUMBERED: readonly StepId[] = [
  'buyer-avatar',
  'problem-goal-benefit',
  'emotional-truths',
  'seo-strategies',
  'final-titles',
  'keywords',
  'post-outlines',
  'draft-blogs',
  'refined-blog',
] satisfies ShippedStepId[];

/** The step a stored number stands for, whatever its place in the list is by now; null for what is none. */
export function stepOfFormerNumber(stored: unknown): StepId | null {
  return typeof stored === 'number' ? (NUMBERED[stored - 1] ?? null) : null;
}

/** A step's name where one is specified to be its number, as the same word for ever: a step without a number has its id. */
export function numberedName(step: StepId): string {
  return String(formerNumber(step) ?? step);
}

/** The number a step was stored by; null for one that came after the numbers. */
export function formerNumber(step: StepId): number | null {
  const index = NUMBERED.indexOf(step);
  return index === -1 ? null : index + 1;
}
