import { type KnownSteps, SHIPPED } from '#tests/ai-stub/outputs/step-outputs.ts';
import { FACT_CHECK, FACT_CHECK_PROMPT, TEN_STEPS } from './ten-steps.ts';

/** The ten steps as the stand-in knows them, with its output for the added step. */
export const knownSteps: KnownSteps = {
  steps: TEN_STEPS,
  prompts: { ...SHIPPED.prompts, [FACT_CHECK.id]: FACT_CHECK_PROMPT },
  outputs: {
    ...SHIPPED.outputs,
    [FACT_CHECK.id]: {
      words: /\bfacts\b/i,
      write: ({ articles }) =>
        articles.map(({ title }) => `### ${title}\nNothing in it can be proved wrong.`).join('\n\n'),
    },
  },
};

/** The same steps as a server stores them. */
export const shippedSteps = TEN_STEPS.map(({ id, title, description, placeholder }) => {
  return { step: id, title, description, placeholder, prompt: knownSteps.prompts[id] ?? '' };
});
