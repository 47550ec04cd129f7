import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { nextStep, stepIds, stepStatus } from '#shared/workflow/run.ts';
import { useRunStore } from '../runs/use-run-store.ts';

/** The pause after the last key in the form, since the server does the counting. */
const TYPING_PAUSE_MS = 600;

/**
 * Has the step that is under way, or comes next, counted, so that the owner knows before the run how full the context
 * will be.
 */
export function useNextEstimate(): void {
  const store = useRunStore();
  const runId = useStore(store, ({ run }) => run.id);
  const form = useStore(store, (state) => state.form);
  const customPrompts = useStore(store, (state) => state.customPrompts);
  const codex = useStore(store, (state) => state.codices[Number(state.form.category)]?.saved?.name);
  const canAsk = useStore(store, (state) => state.isOpen && state.templates !== null && state.setup.kind === 'ready');
  const step = useStore(
    store,
    ({ run }) => stepIds(run).find((each) => stepStatus(run, each) === 'Processing...') ?? nextStep(run),
  );
  const { actions } = store;
  const counted = useRef<readonly unknown[]>([]);
  useEffect(() => {
    const asked = [runId, step, form, customPrompts, codex];
    if (!canAsk || step === null || asked.every((part, index) => part === counted.current[index])) return;
    const timer = setTimeout(() => {
      counted.current = asked;
      actions.estimate(step);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [actions, canAsk, runId, step, form, customPrompts, codex]);
}
