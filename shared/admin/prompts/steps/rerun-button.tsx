import { ListRestart } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { stepsFrom } from '../runs/forecast.ts';
import { useAskBeforeSpending, useForecast } from '../runs/use-forecast.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { rerunText } from './outdated-text.ts';

/** Beside why a step is out of date: runs it and all after it again, and says what that costs. */
export function RerunButton({ step, number }: { step: StepId; number: number }) {
  const store = useRunStore();
  const chain = useStore(store, ({ run }) => run.chain);
  const isResting = useStore(
    store,
    (state) => !state.isOpen || state.isWatching || state.isUnderWay || state.setup.kind === 'not-ready',
  );
  const steps = useMemo(() => stepsFrom(chain, step), [chain, step]);
  const foreseen = useForecast(steps);
  const mayBeSpent = useAskBeforeSpending();
  return (
    <Button
      size="sm"
      disabled={isResting}
      onClick={async () => {
        if (await mayBeSpent(steps)) store.actions.runFrom(step);
      }}
    >
      <ListRestart aria-hidden />
      {rerunText(number, chain.length, foreseen?.costUsd ?? null)}
    </Button>
  );
}
