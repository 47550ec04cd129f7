import type { ChainForm } from './chain-form.ts';
import { fillPrompt, promptValues } from './fill-prompt.ts';
import type { Attempt, Run, RunState, StepRecord } from './run-states.ts';
import { type StepNumber, WORKFLOW_STEPS } from './steps.ts';

export const stepNumbers: readonly StepNumber[] = WORKFLOW_STEPS.map((step) => step.number);

/** A run in which nothing was asked yet. `id` is the caller's, such as a UUID. */
export function newRun(id: string, form: ChainForm): Run {
  const steps = Object.fromEntries(stepNumbers.map((step) => [step, { attempts: [], current: null }]));
  return {
    id,
    form,
    startedAt: null,
    steps: steps as unknown as Record<StepNumber, StepRecord>,
    isHandedOver: false,
    state: { kind: 'idle' },
  };
}

/** The Idempotency-Key of one attempt at one step: the same after any reload, another for every attempt. */
export function attemptKey(runId: string, step: StepNumber, attempt: number): string {
  return `${runId}-step-${step}-${attempt}`;
}

/** The Idempotency-Key of the run's post. */
export function publishKey(runId: string): string {
  return `${runId}-publish`;
}

export function lastAttempt(run: Run, step: StepNumber): Attempt | undefined {
  return run.steps[step].attempts.at(-1);
}

/** The key of a step's last attempt; that of its first where it has none. */
export function lastKey(run: Run, step: StepNumber): string {
  return attemptKey(run.id, step, lastAttempt(run, step)?.number ?? 1);
}

/** The output of a completed step; null for any other. */
export function outputOf(run: Run, step: StepNumber): string | null {
  const { attempts, current } = run.steps[step];
  return current === null ? null : (attempts.find((attempt) => attempt.number === current)?.output ?? null);
}

export interface ShownOutput {
  readonly text: string;
  /** Part of an answer that has not come to its end, or never will. */
  readonly isPartial: boolean;
}

/** What a step's row shows: what is arriving, else the output that counts, else what a failed attempt left. */
export function shownOutput(run: Run, step: StepNumber): ShownOutput | null {
  const last = lastAttempt(run, step);
  if (last && last.end === 'open' && last.output !== '') return { text: last.output, isPartial: true };
  const output = outputOf(run, step);
  if (output !== null) return { text: output, isPartial: false };
  const left = run.steps[step].attempts.findLast((attempt) => attempt.output !== '');
  return left ? { text: left.output, isPartial: left.end !== 'completed' } : null;
}

export type StepStatus = 'Completed' | 'Processing...' | 'Pending';

/** A row's status. Without a network or a session the step is still under way. */
export function stepStatus(run: Run, step: StepNumber): StepStatus {
  if (workedOn(run.state) === step) return 'Processing...';
  return run.steps[step].current === null ? 'Pending' : 'Completed';
}

function workedOn(state: RunState): StepNumber | null {
  switch (state.kind) {
    case 'watching':
      return workedOn(state.of);
    case 'running':
    case 'offline':
    case 'signed-out':
      return state.step;
    default:
      return null;
  }
}

/** The step an auto-run takes next: the first without an output behind `after`, else the first at all. */
export function nextStep(run: Run, after: StepNumber | 0 = 0): StepNumber | null {
  const pending = stepNumbers.filter((step) => run.steps[step].current === null);
  return pending.find((step) => step > after) ?? pending[0] ?? null;
}

/** Whether Run All Steps has nothing left to do in this run: every step has its output, and a draft was opened. */
export function isFinished(run: Run): boolean {
  return nextStep(run) === null && run.isHandedOver;
}

/** A step's prompt with everything filled in, as Full Prompt shows it before it is sent. */
export function composePrompt(run: Run, step: StepNumber, template: string): ReturnType<typeof fillPrompt> {
  return fillPrompt(
    template,
    step,
    promptValues(run.form, step, (earlier) => outputOf(run, earlier)),
  );
}

/** The run with another record of one step. */
export function withStep(run: Run, step: StepNumber, record: StepRecord): Run {
  return { ...run, steps: { ...run.steps, [step]: record } };
}

/** Changes the last attempt at a step. */
export function withLastAttempt(run: Run, step: StepNumber, change: (attempt: Attempt) => Attempt): Run {
  const record = run.steps[step];
  const last = record.attempts.at(-1);
  if (!last) return run;
  return withStep(run, step, { ...record, attempts: [...record.attempts.slice(0, -1), change(last)] });
}

/** Counts the time since an attempt was last heard of. */
export function heard(attempt: Attempt, now: number): Attempt {
  const passed = attempt.seenAt === null ? 0 : Math.max(0, now - attempt.seenAt);
  return { ...attempt, ranMs: attempt.ranMs + passed, seenAt: now };
}

/** Closes the clock of an attempt that nobody drives any more. */
export function unheard(attempt: Attempt, now: number): Attempt {
  return attempt.seenAt === null ? attempt : { ...heard(attempt, now), seenAt: null };
}
