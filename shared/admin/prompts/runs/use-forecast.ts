import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useConfirm } from '#shared/ui/confirm.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { type Forecast, forecast, overLimit } from './forecast.ts';
import { useRunStore } from './use-run-store.ts';

/** Returns the forecast of these steps; null while no run has been measured. */
export function useForecast(steps: readonly StepId[]): Forecast | null {
  const store = useRunStore();
  const chain = useStore(store, ({ run }) => run.chain);
  const measures = useStore(store, (state) => state.figures?.steps);
  return useMemo(() => forecast(chain, steps, measures ?? []), [chain, steps, measures]);
}

/**
 * Asks the owner before steps are run that would exceed the month's limit. Resolves to true when the steps are to be
 * run.
 */
export function useAskBeforeSpending(): (steps: readonly StepId[]) => Promise<boolean> {
  const store = useRunStore();
  const confirm = useConfirm();
  return async (steps) => {
    const { run, figures, month } = store.getState();
    const question = overLimit(forecast(run.chain, steps, figures?.steps ?? []), month);
    return question === null || confirm(question);
  };
}
