import { type ShippedStepId, WORKFLOW_STEPS } from '../steps.ts';

/** The ids of the shipped steps, in their order. */
export const shippedIds: readonly ShippedStepId[] = WORKFLOW_STEPS.map(({ id }) => id);

/** The numbers of the shipped steps, from 1. */
export const shippedNumbers: readonly number[] = WORKFLOW_STEPS.map((_, index) => index + 1);

/** The id of the shipped step of this number, for tests that speak of steps as people do. */
export function stepAt(number: number): ShippedStepId {
  const id = shippedIds[number - 1];
  if (id === undefined) throw new RangeError(`There is no step ${number}.`);
  return id;
}
