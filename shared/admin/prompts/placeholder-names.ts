import { type Placeholder, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';

const formNames: Partial<Record<Placeholder, string>> = {
  targetMarket: 'target market',
  productApp: 'product/app name',
  productAppFunction: 'product/app function',
  productAppUrl: 'product/app URL',
};

/** What a placeholder stands for, in words: "buyer avatar (step 1)". */
export function placeholderName(placeholder: Placeholder): string {
  const step = WORKFLOW_STEPS.find((each) => each.placeholder === placeholder);
  return step ? `${step.outputName} (step ${step.number})` : (formNames[placeholder] ?? placeholder);
}
