import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { inBraces, mendPrompt, placeholderFaults } from '#shared/workflow/placeholder-faults.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import { useRunStore } from '../runs/use-run-store.ts';

interface PlaceholderMendsProps {
  step: StepId;
  text: string;
  onMend: (text: string) => void;
}

/** What can be put in the place of the first thing in a prompt that cannot be filled, by one press. */
export function PlaceholderMends({ step, text, onMend }: PlaceholderMendsProps) {
  const chain = useStore(useRunStore(), ({ run }) => run.chain);
  const [fault] = placeholderFaults(text, chain, step);
  if (!fault) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {fault.nearest !== null && (
        <Button size="sm" onClick={() => onMend(mendPrompt(text, fault, 'nearest'))}>
          Use {inBraces(fault.nearest)}
        </Button>
      )}
      <Button size="sm" variant="plain" onClick={() => onMend(mendPrompt(text, fault, 'as-text'))}>
        Keep {fault.written} as text
      </Button>
    </div>
  );
}
