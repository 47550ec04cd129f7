import type { ShippedStepId } from '../steps.ts';
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
export const DEFAULT_PROMPTS: Readonly<Record<ShippedStepId, string>> = {
  'buyer-avatar': step1Prompt,
  'problem-goal-benefit': step2Prompt,
  'emotional-truths': step3Prompt,
  'seo-strategies': step4Prompt,
  'final-titles': step5Prompt,
  keywords: step6Prompt,
  'post-outlines': step7Prompt,
  'draft-blogs': step8Prompt,
  'refined-blog': step9Prompt,
};
