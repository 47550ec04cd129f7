import { type StepList, WORKFLOW_STEPS, type WorkflowStep } from '#shared/workflow/steps.ts';

/** A step between the fifth and the sixth: its entry in the list. */
export const FACT_CHECK: WorkflowStep = {
  id: 'fact-check',
  title: 'Fact Check',
  description: 'Says which promises of the titles can be kept.',
  outputName: 'fact check',
  placeholder: 'factCheck',
  share: 2,
};

export const TEN_STEPS: StepList = [...WORKFLOW_STEPS.slice(0, 5), FACT_CHECK, ...WORKFLOW_STEPS.slice(5)];

/** Its prompt. */
export const FACT_CHECK_PROMPT = `You are a patient checker of facts who trusts no number that has no source.

<final_titles>
{{finalTitles}}
</final_titles>

Say of each of the three titles which of its promises a beginner's own week could prove wrong.
`;
