import type { EstimateState } from '../runs/run-state.ts';
import { contextFill, TOO_FULL } from './context-fill.ts';

/** How full the model's context will be: the prompt, and beside it the room its longest answer takes. */
export function ContextMeter({ state }: { state: EstimateState | undefined }) {
  if (!state) return null;
  if (state.kind === 'counting') return <p className="text-xs text-muted">Counting tokens…</p>;
  if (state.kind === 'failed') return <p className="text-xs text-muted">Not counted: {state.message}</p>;
  const { promptPercent, answerPercent, fits, text } = contextFill(state.estimate);
  return (
    <div className="max-w-sm">
      <div aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-full bg-line">
        <span className={fits ? 'bg-focus' : 'bg-danger'} style={{ width: `${promptPercent}%` }} />
        <span className="bg-focus/30" style={{ width: `${answerPercent}%` }} />
      </div>
      <p className="mt-1 text-xs text-muted">{text}</p>
      {!fits && <p className="text-xs font-semibold text-danger">{TOO_FULL}</p>}
    </div>
  );
}
