import { useEffect } from 'react';
import { useStore } from 'zustand';
import { noPromptFault } from '#shared/workflow/faults.ts';
import { lastAttempt, stepRecord } from '#shared/workflow/run.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { TextWindow } from '../steps/text-window.tsx';
import { ContextMeter } from './context-meter.tsx';
import { placeholderName } from './placeholder-names.ts';

/** The prompt with all placeholders filled, as it was sent or would be sent, and how full it makes the context. */
export function FullPrompt({ step, number }: { step: StepId; number: number }) {
  const store = useRunStore();
  const sent = useStore(store, ({ run }) => lastAttempt(run, step)?.prompt ?? '');
  // The row of a pending step shows the estimate already.
  const estimate = useStore(store, ({ run, estimates }) =>
    stepRecord(run, step).current === null ? undefined : estimates[step],
  );
  // The sources of the prompt, read so that the component is drawn anew when they change; the records of other steps
  // stay the same objects while one step streams.
  useStore(store, (state) => state.form);
  useStore(store, (state) => state.templates);
  useStore(store, (state) => state.customPrompts);
  useStore(store, (state) => state.codices[Number(state.form.category)]?.saved?.name);
  useStore(store, ({ run }) => run.steps);
  const chain = useStore(store, ({ run }) => run.chain);
  const { actions } = store;
  useEffect(() => void actions.estimate(step), [actions, step]);
  const filled = actions.fullPrompt(step);
  if (!filled) {
    return <p className="text-sm text-danger">{noPromptFault(number).message}</p>;
  }
  const { prompt, missing, faults } = filled;
  const isSent = prompt === sent;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        {isSent ? 'As it was sent.' : faults.length > 0 ? 'It cannot be sent.' : 'As it would be sent now.'}
        {missing.length > 0 && ` Still empty: ${missing.map((each) => placeholderName(chain, each)).join(', ')}.`}
      </p>
      {!isSent && faults.length > 0 && (
        <p className="text-sm wrap-anywhere text-danger">
          Not a placeholder here: {faults.map((each) => each.written).join(', ')}.
        </p>
      )}
      <TextWindow label={`What is sent for step ${number}`} text={prompt} />
      <ContextMeter step={step} state={estimate} />
    </div>
  );
}
