import type { StepNumber } from '../steps.ts';
import { step1Prompt } from './step-1.ts';
import { step2Prompt } from './step-2.ts';
import { step3Prompt } from './step-3.ts';
import { step4Prompt } from './step-4.ts';
import { step5Prompt } from './step-5.ts';
import { step6Prompt } from './step-6.ts';
import { step7Prompt } from './step-7.ts';
import { step8Prompt } from './step-8.ts';
import { step9Prompt } from './step-9.ts';

/** The prompt each step is shipped with: what a first start stores and what Reset brings back. */
export const DEFAULT_PROMPTS: Readonly<Record<StepNumber, string>> = {
  1: step1Prompt,
  2: step2Prompt,
  3: step3Prompt,
  4: step4Prompt,
  5: step5Prompt,
  6: step6Prompt,
  7: step7Prompt,
  8: step8Prompt,
  9: step9Prompt,
};
