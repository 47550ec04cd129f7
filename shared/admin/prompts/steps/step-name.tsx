import { useState } from 'react';
import { useStore } from 'zustand';
import type { WorkflowStep } from '#shared/workflow/steps.ts';
import { useRunStore } from '../runs/use-run-store.ts';

const MAX_NAME = 80;

/** A step's name, which is changed where it stands: Enter keeps it, Escape does not, a blank one is the step's own again. */
export function StepName({ step, number, id }: { step: WorkflowStep; number: number; id: string }) {
  const store = useRunStore();
  const name = useStore(store, (state) => state.stepNames[step.id] ?? step.title);
  const [typed, setTyped] = useState<string | null>(null);
  const keep = () => {
    if (typed !== null && typed.trim() !== name) store.actions.renameStep(step.id, typed.trim());
    setTyped(null);
  };
  return (
    <input
      id={id}
      aria-label={`Name of step ${number}`}
      maxLength={MAX_NAME}
      value={typed ?? name}
      title="Rename"
      className="-ms-1.5 block w-full min-w-0 truncate rounded-sm border border-transparent bg-transparent px-1.5 py-0.5 font-serif text-lg leading-snug font-medium hover:border-line-strong focus:border-line-strong focus:bg-paper pointer-coarse:min-h-11"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
        if (event.key === 'Enter') keep();
      }}
    />
  );
}
