import { type Placeholder, type StepList, stepNumber } from '#shared/workflow/steps.ts';

const formNames: Partial<Record<Placeholder, string>> = {
  targetMarket: 'target market',
  productApp: 'product/app name',
  productAppFunction: 'product/app function',
  productAppUrl: 'product/app URL',
};

/** Returns the meaning of a placeholder in words: "buyer avatar (step 1)". */
export function placeholderName(steps: StepList, placeholder: Placeholder): string {
  const step = steps.find((each) => each.placeholder === placeholder);
  return step ? `${step.outputName} (step ${stepNumber(steps, step.id)})` : (formNames[placeholder] ?? placeholder);
}
