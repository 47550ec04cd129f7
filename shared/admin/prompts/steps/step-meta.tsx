import { ListRestart } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { faultMessage } from '#shared/workflow/messages.ts';
import { lastAttempt, stepRecord } from '#shared/workflow/run.ts';
import { attemptMs, elapsedText } from '#shared/workflow/run-time.ts';
import { type StepId, stepNumber, type WorkflowStep } from '#shared/workflow/steps.ts';
import { stepsFrom } from '../runs/forecast.ts';
import { stepUse, usageText } from '../runs/usage.ts';
import { useAskBeforeSpending, useForecast } from '../runs/use-forecast.ts';
import { useNow } from '../runs/use-now.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { ContextMeter } from '../templates/context-meter.tsx';
import { outdatedText, rerunText } from './outdated-text.ts';

interface StepMetaProps {
  step: WorkflowStep;
  hasCustomPrompt: boolean;
}

/** The description of a step, the use of its attempts, and its result. */
export function StepMeta({ step, hasCustomPrompt }: StepMetaProps) {
  const store = useRunStore();
  const record = useStore(store, ({ run }) => stepRecord(run, step.id));
  const estimate = useStore(store, (state) => state.estimates[step.id]);
  const isEditing = useStore(store, (state) => state.unsavedPrompts[step.id] !== undefined);
  const fault = useStore(store, ({ run }) => lastAttempt(run, step.id)?.fault ?? null);
  // The notice above the steps then shows the full message and the next action.
  const isInNotice = useStore(store, ({ run: { state } }) => state.kind === 'failed' && state.step === step.id);
  const cause = useStore(store, (state) => state.outdated[step.id]);
  const chain = useStore(store, ({ run }) => run.chain);
  const last = record.attempts.at(-1);
  // The model of the output that counts; for an arriving output the model is not known yet.
  const writer = (record.attempts.find(({ number }) => number === record.current) ?? last)?.model;
  const isWorkedOn = last?.end === 'open' && last.seenAt !== null;
  const now = useNow(isWorkedOn);
  const use = stepUse(record);
  const facts = [
    ...(writer ? [writer] : []),
    ...(last ? [elapsedText(attemptMs(last, now))] : []),
    ...(use ? [usageText(use)] : []),
    ...(record.attempts.length > 1 ? [`${record.attempts.length} attempts`] : []),
    ...(hasCustomPrompt ? ['custom prompt'] : []),
    ...(isEditing ? ['unsaved changes to its prompt'] : []),
  ];
  return (
    <div className="grid gap-1 text-sm text-muted">
      {!last && <p>{step.description}</p>}
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {cause && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="font-semibold text-ink">{outdatedText(chain, cause)}</p>
          <RerunButton step={step.id} number={stepNumber(chain, step.id)} />
        </div>
      )}
      {fault && <p className="text-danger">{isInNotice ? 'Failed' : faultMessage(fault).description}</p>}
      {estimate && record.current === null && <ContextMeter step={step.id} state={estimate} />}
    </div>
  );
}

/**
 * The button beside the reason why a step is out of date: runs the step and all later steps again, and shows the cost.
 */
function RerunButton({ step, number }: { step: StepId; number: number }) {
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
