import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { StepRow } from './step-row.tsx';

/** The nine steps, each with everything that can be done to it. */
export function StepList() {
  return (
    <ol aria-label="Steps" className="divide-y divide-line rounded-md border border-line bg-surface">
      {WORKFLOW_STEPS.map((step) => (
        <StepRow key={step.number} step={step} />
      ))}
    </ol>
  );
}
