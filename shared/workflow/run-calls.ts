import { answerFault, isFinal, noPromptFault, unfillableFault } from './faults.ts';
import { placeholderRefusal } from './placeholder-faults.ts';
import {
  attemptKey,
  composePrompt,
  heard,
  lastAttempt,
  lastKey,
  nextStep,
  stepRecord,
  unheard,
  withLastAttempt,
  withStep,
} from './run.ts';
import { enter, keep, OPEN_DRAFT_MS, STEP_PAUSE_MS, to } from './run-moves.ts';
import { sentParts } from './run-sources.ts';
import type { Attempt, Run, RunEffect, RunEvent, RunFault, RunTransition, RunWorld, StepRecord } from './run-states.ts';
import { type StepId, stepNumber } from './steps.ts';

/** Begins a step. A stopped attempt is joined first: its answer may have been under way, and is paid for. */
export function take(run: Run, step: StepId, isAuto: boolean, world: RunWorld): RunTransition {
  const last = lastAttempt(run, step);
  const template = world.promptOf(step);
  const mayBeAnswered = last?.end === 'open' || last?.end === 'stopped';
  return mayBeAnswered &&
    template !== null &&
    composePrompt(run, step, template, world.codexOf(run.form.category)).prompt === last.prompt
    ? rejoin(run, step, isAuto, world)
    : begin(run, step, isAuto, world);
}

/**
 * Buys a step: makes a new attempt, which is on the disk before the call goes out, so that its key survives a crash.
 */
function begin(run: Run, step: StepId, isAuto: boolean, world: RunWorld): RunTransition {
  const template = world.promptOf(step);
  if (template === null) return fail(run, { step, isAuto, fault: noPromptFault(stepNumber(run.chain, step)) });
  const refusal = placeholderRefusal(template, run.chain, step);
  if (refusal !== null) return fail(run, { step, isAuto, fault: unfillableFault(refusal) });
  const codex = world.codexOf(run.form.category);
  const { prompt } = composePrompt(run, step, template, codex);
  const record = stepRecord(run, step);
  const number = (record.attempts.at(-1)?.number ?? 0) + 1;
  const key = attemptKey(run.id, step, number);
  const { now } = world;
  const begun = withStep(run, step, {
    ...record,
    attempts: [
      ...keptAttempts(record),
      {
        number,
        key,
        end: 'open',
        prompt,
        sent: sentParts(run, step, { template, version: world.versionOf(step), codex }),
        output: '',
        startedAt: now,
        ranMs: 0,
        seenAt: now,
        usage: null,
        model: null,
        fault: null,
      },
    ],
  });
  return enter(
    { ...begun, startedAt: run.startedAt ?? now },
    { kind: 'running', step, isAuto, isRejoin: false },
    keep,
    { type: 'call', key, step, prompt, isRejoin: false },
  );
}

/** The largest number of attempts at a step that are kept. */
export const MOST_ATTEMPTS = 20;

/**
 * Returns the attempts that are kept when a new one is added: the last ones, and the attempt that counts, however old
 * it is.
 */
function keptAttempts({ attempts, current }: StepRecord): readonly Attempt[] {
  const surplus = attempts.length + 1 - MOST_ATTEMPTS;
  if (surplus <= 0) return attempts;
  const leaving = new Set(attempts.filter(({ number }) => number !== current).slice(0, surplus));
  return attempts.filter((attempt) => !leaving.has(attempt));
}

/** Asks for the same attempt under the same key: a paid answer is not bought again. */
export function rejoin(run: Run, step: StepId, isAuto: boolean, world: RunWorld): RunTransition {
  const last = lastAttempt(run, step);
  if (!last || last.end === 'completed' || last.end === 'failed') return begin(run, step, isAuto, world);
  const joined = withLastAttempt(run, step, (attempt) => ({ ...attempt, end: 'open', seenAt: world.now }));
  return enter(joined, { kind: 'running', step, isAuto, isRejoin: true }, keep, {
    type: 'call',
    key: last.key,
    step,
    prompt: last.prompt,
    isRejoin: true,
  });
}

type Spoken = Extract<RunEvent, { key: string }>;

/** Applies an event of a step's call to the run. An event of any call other than the last changes nothing. */
export function spoken(run: Run, event: Spoken, world: RunWorld): RunTransition {
  const { state } = run;
  if (state.kind === 'stopped') return afterStop(run, state.step, event, world);
  if (state.kind !== 'running' || event.key !== lastKey(run, state.step)) return to(run);
  const { step, isAuto, isRejoin } = state;
  switch (event.type) {
    case 'progress':
      return to(written(run, step, event.output, world.now), { type: 'keep-soon' });
    case 'answered': {
      const fault = answerFault(event, askedIn(run, step));
      const paid = withPaidFor(run, step, event);
      if (fault) return fail(written(paid, step, event.output, world.now), { step, isAuto, fault, endedAt: world.now });
      return completed(complete(paid, step, event.output, world.now), step, isAuto, world);
    }
    case 'refused': {
      // The call ended while nobody listened: now its failure is known, and the step is bought anew.
      if (isRejoin && !isFinal(event.fault)) {
        return begin(closed(run, step, event.fault, world.now), step, isAuto, world);
      }
      return fail(run, { step, isAuto, fault: event.fault, endedAt: world.now });
    }
    case 'no-answer':
      return enter(paused(run, step, world.now), { ...state, kind: 'offline' }, keep, {
        type: 'report',
        report: { kind: 'offline' },
      });
    case 'unauthorized':
      return enter(paused(run, step, world.now), { ...state, kind: 'signed-out' }, keep);
  }
}

/**
 * Takes in an answer that was under way when the owner stopped: it is paid for, so it is kept, and not requested again.
 */
function afterStop(run: Run, step: StepId | null, event: Spoken, world: RunWorld): RunTransition {
  if (step === null || event.key !== lastKey(run, step) || lastAttempt(run, step)?.end !== 'stopped') return to(run);
  if (event.type === 'progress') return to(written(run, step, event.output, null), { type: 'keep-soon' });
  if (event.type !== 'answered') return to(run);
  const paid = withPaidFor(run, step, event);
  const fault = answerFault(event, askedIn(run, step));
  return fault
    ? to(closed(written(paid, step, event.output, null), step, fault, world.now), keep)
    : to(complete(paid, step, event.output, world.now), ...madeDrafts(run, step), keep);
}

/** Returns the prompt of the last attempt at a step. */
function askedIn(run: Run, step: StepId): string {
  return lastAttempt(run, step)?.prompt ?? '';
}

/**
 * Takes in the text so far. A joined call sends its text again from the beginning: the text received earlier stays
 * until the new text is as long.
 */
function written(run: Run, step: StepId, output: string, now: number | null): Run {
  return withLastAttempt(run, step, (attempt) => {
    const timed = now === null ? attempt : heard(attempt, now);
    return output.length >= attempt.output.length ? { ...timed, output } : timed;
  });
}

/** Returns the run when nobody listens to its call any more, from `now` on (milliseconds since 1970). */
export function paused(run: Run, step: StepId, now: number): Run {
  return withLastAttempt(run, step, (attempt) => unheard(attempt, now));
}

function withPaidFor(run: Run, step: StepId, { usage, model }: Pick<Attempt, 'usage' | 'model'>): Run {
  return withLastAttempt(run, step, (attempt) => ({ ...attempt, usage, model }));
}

function closed(run: Run, step: StepId, fault: RunFault, now: number): Run {
  return withLastAttempt(run, step, (attempt) => ({ ...unheard(attempt, now), end: 'failed', fault }));
}

function complete(run: Run, step: StepId, output: string, now: number): Run {
  const done = withLastAttempt(run, step, (attempt) => ({
    ...unheard(attempt, now),
    end: 'completed',
    output,
    fault: null,
  }));
  return withStep(done, step, { ...stepRecord(done, step), current: lastAttempt(done, step)?.number ?? null });
}

function completed(run: Run, step: StepId, isAuto: boolean, world: RunWorld): RunTransition {
  const report: RunEffect = { type: 'report', report: { kind: 'step-completed', step } };
  const effects: RunEffect[] = [...madeDrafts(run, step), keep, report];
  const next = nextStep(run, step);
  if (next === null) {
    if (run.isDraftOpened) return enter(run, { kind: 'done' }, ...effects);
    const { now } = world;
    return enter(
      run,
      { kind: 'opening', dueAt: now + OPEN_DRAFT_MS },
      ...effects,
      { type: 'report', report: { kind: 'workflow-complete' } },
      { type: 'wait', ms: OPEN_DRAFT_MS },
    );
  }
  if (!isAuto) return enter(run, { kind: 'idle' }, ...effects);
  const dueAt = world.now + STEP_PAUSE_MS;
  return enter(run, { kind: 'waiting', step: next, dueAt }, ...effects, { type: 'wait', ms: STEP_PAUSE_MS });
}

/**
 * Drafts are made before the run is stored: after a crash in between, the same answer is requested again and makes
 * drafts with the same ids.
 */
function madeDrafts(run: Run, step: StepId): RunEffect[] {
  const { role } = run.chain.find(({ id }) => id === step) ?? {};
  return role === undefined ? [] : [{ type: 'make-drafts', step, source: lastKey(run, step) }];
}

/** A failed step: one that had begun and ended at `endedAt` (milliseconds since 1970), or one that could not begin. */
interface FailedStep {
  step: StepId;
  isAuto: boolean;
  fault: RunFault;
  endedAt?: number;
}

function fail(run: Run, { step, isAuto, fault, endedAt }: FailedStep): RunTransition {
  const closedRun = endedAt === undefined ? run : closed(run, step, fault, endedAt);
  const report: RunEffect = { type: 'report', report: { kind: 'step-failed', step, fault } };
  return enter(closedRun, { kind: 'failed', step, isAuto, fault }, keep, report);
}
