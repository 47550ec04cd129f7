import { useStore } from 'zustand';
import { useRunStore } from '../runs/use-run-store.ts';
import { StepRow } from './step-row.tsx';

/** The steps, each with all its actions. */
export function StepList() {
  const steps = useStore(useRunStore(), ({ run }) => run.chain);
  return (
    <ol aria-label="Steps" className="divide-y divide-line rounded-md border border-line bg-surface">
      {steps.map((step, index) => (
        <StepRow key={step.id} step={step} number={index + 1} />
      ))}
    </ol>
  );
}
