import type { ChainForm } from './chain-form.ts';
import { type FilledPrompt, fillPrompt, promptValues, withCodex } from './fill-prompt.ts';
import type { PromptCodex } from './prompt-codex.ts';
import type { Attempt, Run, RunState, StepRecord } from './run-states.ts';
import { type StepId, type StepList, stepNumber } from './steps.ts';

/** Makes a run through these steps in which nothing was asked yet. The caller supplies `id`, for example a UUID. */
export function newRun(id: string, form: ChainForm, chain: StepList): Run {
  return {
    id,
    form,
    chain,
    startedAt: null,
    steps: {},
    unknownSteps: [],
    isDraftOpened: false,
    state: { kind: 'idle' },
  };
}

const untouched: StepRecord = { attempts: [], current: null };

/** Returns the ids of a run's steps, in their order. */
export function stepIds({ chain }: Pick<Run, 'chain'>): StepId[] {
  return chain.map(({ id }) => id);
}

/** Returns a run's record of a step; it has no attempts for a step that was not begun. */
export function stepRecord(run: Run, step: StepId): StepRecord {
  return run.steps[step] ?? untouched;
}

/** Returns the Idempotency-Key of an attempt at a step: the same after any reload, and different for every attempt. */
export function attemptKey(runId: string, step: StepId, attempt: number): string {
  return `${runId}-step-${step}-${attempt}`;
}

/** Returns the Idempotency-Key of the run's post. */
export function publishKey(runId: string): string {
  return `${runId}-publish`;
}

export function lastAttempt(run: Run, step: StepId): Attempt | undefined {
  return stepRecord(run, step).attempts.at(-1);
}

/** Returns the key of a step's last attempt, or the key of its first attempt when there is none yet. */
export function lastKey(run: Run, step: StepId): string {
  return lastAttempt(run, step)?.key ?? attemptKey(run.id, step, 1);
}

/** The attempt whose output counts; null while the step is not completed. */
export function countingAttempt(run: Run, step: StepId): Attempt | null {
  const { attempts, current } = stepRecord(run, step);
  return attempts.find(({ number }) => number === current) ?? null;
}

/** The output of a completed step; null for any other. */
export function outputOf(run: Run, step: StepId): string | null {
  return countingAttempt(run, step)?.output ?? null;
}

export interface ShownOutput {
  readonly text: string;
  /** Part of an answer that is not complete, or never will be. */
  readonly isPartial: boolean;
  /** A newer attempt is under way and has written nothing yet. */
  readonly isEarlier?: true;
}

/**
 * Returns the text that a step's row shows: the arriving text, otherwise the output that counts, otherwise the text
 * that a failed attempt left.
 */
export function shownOutput(run: Run, step: StepId): ShownOutput | null {
  const last = lastAttempt(run, step);
  if (last && last.end === 'open' && last.output !== '') return { text: last.output, isPartial: true };
  const earlier = last?.end === 'open' ? ({ isEarlier: true } as const) : {};
  const output = outputOf(run, step);
  if (output !== null) return { text: output, isPartial: false, ...earlier };
  const left = stepRecord(run, step).attempts.findLast((attempt) => attempt.output !== '');
  return left ? { text: left.output, isPartial: left.end !== 'completed', ...earlier } : null;
}

export type StepStatus = 'Completed' | 'Processing...' | 'Pending';

/** Returns the status of a row. Without a network or a session the step is still under way. */
export function stepStatus(run: Run, step: StepId): StepStatus {
  if (workedOn(run.state) === step) return 'Processing...';
  return stepRecord(run, step).current === null ? 'Pending' : 'Completed';
}

function workedOn(state: RunState): StepId | null {
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

/**
 * Returns the next step of an auto-run: the first without an output after `after`, otherwise the first of all without
 * an output.
 */
export function nextStep(run: Run, after: StepId | null = null): StepId | null {
  const passed = after === null ? 0 : stepNumber(run.chain, after);
  const isPending = (step: StepId) => stepRecord(run, step).current === null;
  return stepIds(run).slice(passed).find(isPending) ?? stepIds(run).find(isPending) ?? null;
}

/** Whether Run All Steps has nothing left to do in this run: every step has its output, and a draft was opened. */
export function isFinished(run: Run): boolean {
  return nextStep(run) === null && run.isDraftOpened;
}

/** Returns a step's prompt with all placeholders filled, as Full Prompt shows it before it is sent. */
export function composePrompt(run: Run, step: StepId, template: string, codex: PromptCodex): FilledPrompt {
  const values = promptValues({ form: run.form, codex }, run.chain, step, (earlier) => outputOf(run, earlier));
  return fillPrompt(withCodex(template, run.chain, step, codex), run.chain, step, values);
}

/** Returns the run with another record of one step. */
export function withStep(run: Run, step: StepId, record: StepRecord): Run {
  return { ...run, steps: { ...run.steps, [step]: record } };
}

/** Changes the last attempt at a step. */
export function withLastAttempt(run: Run, step: StepId, change: (attempt: Attempt) => Attempt): Run {
  const record = stepRecord(run, step);
  const last = record.attempts.at(-1);
  if (!last) return run;
  return withStep(run, step, { ...record, attempts: [...record.attempts.slice(0, -1), change(last)] });
}

/** Adds the time since an attempt was last heard of. */
export function heard(attempt: Attempt, now: number): Attempt {
  const passed = attempt.seenAt === null ? 0 : Math.max(0, now - attempt.seenAt);
  return { ...attempt, ranMs: attempt.ranMs + passed, seenAt: now };
}

/** Stops the clock of an attempt that nobody drives any more. */
export function unheard(attempt: Attempt, now: number): Attempt {
  return attempt.seenAt === null ? attempt : { ...heard(attempt, now), seenAt: null };
}
