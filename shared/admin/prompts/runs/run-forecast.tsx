import { useMemo } from 'react';
import { useStore } from 'zustand';
import { forecastText, stepsToRun } from './forecast.ts';
import { useForecast } from './use-forecast.ts';
import { useRunStore } from './use-run-store.ts';

/** What Run All Steps will take, while it can be pressed. */
export function RunForecast() {
  const store = useRunStore();
  const run = useStore(store, (state) => state.run);
  const month = useStore(store, (state) => state.month);
  const isAsked = useStore(store, (state) => state.isOpen && !state.isUnderWay && !state.isWatching);
  const isMeasured = useStore(store, (state) => state.figures !== null);
  const steps = useMemo(() => stepsToRun(run), [run]);
  const foreseen = useForecast(steps);
  if (!isAsked || !isMeasured) return null;
  return (
    <p className="mb-2 text-sm text-muted">
      {foreseen ? forecastText(foreseen, month) : 'What a run costs is told here from the second one on.'}
    </p>
  );
}
