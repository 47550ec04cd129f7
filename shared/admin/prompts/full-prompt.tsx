import { useEffect } from 'react';
import { useStore } from 'zustand';
import { lastAttempt } from '#shared/workflow/run.ts';
import type { StepNumber } from '#shared/workflow/steps.ts';
import { ContextMeter } from './context-meter.tsx';
import { placeholderName } from './placeholder-names.ts';
import { useRunStore } from './run-host.ts';
import { TextWindow } from './text-window.tsx';

/** The prompt with everything filled in: as it was sent, or would be, and how full it makes the context. */
export function FullPrompt({ number }: { number: StepNumber }) {
  const store = useRunStore();
  const sent = useStore(store, ({ run }) => lastAttempt(run, number)?.prompt ?? '');
  // A pending step's row shows it already.
  const estimate = useStore(store, ({ run, estimates }) =>
    run.steps[number].current === null ? undefined : estimates[number],
  );
  // What the prompt is made of; the steps' records stay the same objects while another one streams.
  useStore(store, (state) => state.form);
  useStore(store, (state) => state.templates);
  useStore(store, (state) => state.customPrompts);
  useStore(store, ({ run }) => run.steps);
  const { actions } = store;
  useEffect(() => void actions.estimate(number), [actions, number]);
  const filled = actions.fullPrompt(number);
  if (!filled) {
    return (
      <p className="text-sm text-danger">{`No prompt found for step ${number}. Database prompts are required.`}</p>
    );
  }
  const { prompt, missing } = filled;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        {prompt === sent ? 'As it was sent.' : 'As it would be sent now.'}
        {missing.length > 0 && ` Still empty: ${missing.map(placeholderName).join(', ')}.`}
      </p>
      <TextWindow label={`Full prompt of step ${number}`} text={prompt} />
      <ContextMeter state={estimate} />
    </div>
  );
}
