import { type ShippedStepId, stepOfFormerNumber, WORKFLOW_STEPS } from '../steps.ts';

/** The ids of the shipped steps, in their order. */
export const shippedIds: readonly ShippedStepId[] = WORKFLOW_STEPS.map(({ id }) => id);

/** The numbers of the shipped steps, from 1. */
export const shippedNumbers: readonly number[] = WORKFLOW_STEPS.map((_, index) => index + 1);

/**
 * Returns the id of the step that has had this number, from 1 to 9, since the time when steps were numbered: for tests
 * that name a step as people do. A step that is shipped between them later changes nothing for these tests.
 */
export function stepAt(number: number): ShippedStepId {
  const id = shippedIds.find((each) => each === stepOfFormerNumber(number));
  if (id === undefined) throw new RangeError(`There is no step ${number}.`);
  return id;
}
