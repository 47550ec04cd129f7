import { useStore } from 'zustand';
import type { StepId } from '#shared/workflow/steps.ts';
import type { EstimateState } from '../runs/run-state.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { contextFill, TOO_FULL } from './context-fill.ts';

/** How full the model's context will be: the prompt, and beside it the room for the longest answer. */
export function ContextMeter({ step, state }: { step: StepId; state: EstimateState | undefined }) {
  const usual = useStore(useRunStore(), ({ figures }) => figures?.steps.find(({ stepId }) => stepId === step));
  if (!state) return null;
  if (state.kind === 'counting') return <p className="text-xs text-muted">Counting tokens…</p>;
  if (state.kind === 'failed') return <p className="text-xs text-muted">Not counted: {state.message}</p>;
  const { promptPercent, answerPercent, fits, text, detail } = contextFill(state.estimate, usual?.costUsd ?? null);
  return (
    <div className="max-w-sm">
      <div aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-full bg-line">
        <span className={fits ? 'bg-focus' : 'bg-danger'} style={{ width: `${promptPercent}%` }} />
        <span className="bg-focus/30" style={{ width: `${answerPercent}%` }} />
      </div>
      <p className="mt-1 text-xs text-muted" title={detail}>
        {text}
      </p>
      {!fits && <p className="text-xs font-semibold text-danger">{TOO_FULL}</p>}
    </div>
  );
}
