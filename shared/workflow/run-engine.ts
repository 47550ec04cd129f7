import { type ChainForm, missingFields } from './chain-form.ts';
import { placeholderRefusal } from './placeholder-faults.ts';
import {
  lastAttempt,
  lastKey,
  newRun,
  nextStep,
  publishKey,
  stepIds,
  stepRecord,
  unheard,
  withLastAttempt,
  withStep,
} from './run.ts';
import { paused, rejoin, spoken, take } from './run-calls.ts';
import { interruption, unwatched, watch } from './run-holding.ts';
import { enter, keep, OPEN_DRAFT_MS, STEP_PAUSE_MS, SUBMIT_POST_MS, to } from './run-moves.ts';
import type { DrivenState, Run, RunEvent, RunState, RunTransition, RunWorld, StepAtWork } from './run-states.ts';
import { type StepId, stepNumber } from './steps.ts';

/**
 * The workflow's engine: returns the run after an event, and the effects to perform. Total and pure; its table is in
 * README.md. An event that has no meaning in a state returns the very same run object.
 */
export function transition(run: Run, event: RunEvent, world: RunWorld): RunTransition {
  const { state } = run;
  switch (event.type) {
    case 'run-all':
      return runAll(run, event.form, event.runId, world);
    case 'run-step':
      return isAtRest(state) ? askedStep(run, { step: event.step, form: event.form, isAuto: false }, world) : to(run);
    case 'run-from':
      return isAtRest(state) ? runFrom(run, event.step, event.form, world) : to(run);
    case 'stop':
      return stop(run, world);
    case 'progress':
    case 'answered':
    case 'refused':
    case 'no-answer':
    case 'unauthorized':
      return spoken(run, event, world);
    case 'online':
      return state.kind === 'offline' ? rejoin(run, state.step, state.isAuto, world) : to(run);
    case 'signed-in':
      return state.kind === 'signed-out' ? rejoin(run, state.step, state.isAuto, world) : to(run);
    case 'due':
      return due(run, world);
    case 'resume':
      return state.kind === 'interrupted' ? resume(run, state, world) : to(run);
    case 'loaded':
      return state.kind === 'watching' ? to(watch(event.run)) : to(run);
    case 'take-over':
      return state.kind === 'watching' ? takeOver(run, state.of, world) : to(run);
    case 'taken-over':
      return takenOver(run, world);
    case 'choose':
      return isAtRest(state) ? choose(run, event.step, event.attempt) : to(run);
    case 'reset':
      return reset(run, event.runId, world);
  }
}

/** Whether in this state nothing is under way and nothing is due. */
function isAtRest(state: RunState): boolean {
  return state.kind === 'idle' || state.kind === 'stopped' || state.kind === 'failed' || state.kind === 'done';
}

function atWork(state: RunState): (StepAtWork & { kind: 'running' | 'offline' | 'signed-out' }) | null {
  return state.kind === 'running' || state.kind === 'offline' || state.kind === 'signed-out' ? state : null;
}

function runAll(run: Run, form: ChainForm, runId: string, world: RunWorld): RunTransition {
  if (run.state.kind === 'interrupted') return resume(run, { ...run.state, isAuto: true }, world);
  if (!isAtRest(run.state)) return to(run);
  const step = nextStep(run);
  if (step !== null) return askedStep(run, { step, form, isAuto: true }, world);
  return run.isDraftOpened ? runAnew(run, form, runId, world) : resume(run, { step: null, isAuto: true }, world);
}

/** Leaves a finished run as it is, and buys all its steps again in a new run. */
function runAnew(run: Run, form: ChainForm, runId: string, world: RunWorld): RunTransition {
  if (runId === run.id) return to(run);
  const next = newRun(runId, form, run.chain);
  const first = nextStep(next);
  if (first === null) return to(run);
  const begun = askedStep(next, { step: first, form, isAuto: true }, world);
  // When nothing begins, for example because a field is blank, the run on the screen stays.
  return begun.run === next
    ? to(run, ...begun.effects)
    : { run: begun.run, effects: [{ type: 'archive', run }, ...begun.effects] };
}

function runFrom(run: Run, step: StepId, form: ChainForm, world: RunWorld): RunTransition {
  const cleared = stepIds(run)
    .slice(stepNumber(run.chain, step) - 1)
    .reduce((all, each) => withStep(all, each, { ...stepRecord(all, each), current: null }), run);
  const begun = askedStep(cleared, { step, form, isAuto: true }, world);
  // When nothing begins, the outputs still count.
  return begun.run === cleared ? { ...begun, run } : begun;
}

/** A step that the owner has requested, with the current values of the form. */
interface AskedStep {
  step: StepId;
  form: ChainForm;
  isAuto: boolean;
}

function askedStep(run: Run, { step, form, isAuto }: AskedStep, world: RunWorld): RunTransition {
  if (missingFields(form).length > 0) {
    return to(run, { type: 'report', report: { kind: 'missing-fields', isAuto } });
  }
  const steps = unfillableSteps(run, isAuto ? pendingSteps(run, step) : [step], world);
  if (steps.length > 0) return to(run, { type: 'report', report: { kind: 'unfillable', steps } });
  return take({ ...run, form }, step, isAuto, world);
}

/**
 * Returns the steps that an auto-run will buy, so that a faulty prompt is known before the run begins, and not at its
 * fifth step.
 */
function pendingSteps(run: Run, first: StepId): StepId[] {
  return stepIds(run).filter((each) => each === first || stepRecord(run, each).current === null);
}

/** Returns those of these steps whose prompts name a value that the step cannot have. */
export function unfillableSteps(run: Run, steps: readonly StepId[], { promptOf }: Pick<RunWorld, 'promptOf'>) {
  return steps.flatMap((step) => {
    const template = promptOf(step);
    const refusal = template === null ? null : placeholderRefusal(template, run.chain, step);
    return refusal === null ? [] : [{ step, refusal }];
  });
}

function resume(run: Run, { step, isAuto }: { step: StepId | null; isAuto: boolean }, world: RunWorld) {
  return step === null
    ? // The owner was away: the form opens, and nothing is published without their knowledge.
      enter({ ...run, isDraftOpened: true }, { kind: 'done' }, keep, { type: 'open-draft' })
    : rejoin(run, step, isAuto, world);
}

function stop(run: Run, { now }: RunWorld): RunTransition {
  const { state } = run;
  const work = atWork(state);
  if (work) {
    const { step } = work;
    const stopped = withLastAttempt(run, step, (attempt) => ({ ...unheard(attempt, now), end: 'stopped' }));
    return enter(stopped, { kind: 'stopped', step }, { type: 'cancel', key: lastKey(run, step) }, keep);
  }
  switch (state.kind) {
    case 'waiting':
      return enter(run, { kind: 'stopped', step: null }, keep);
    case 'interrupted':
      return state.step === null
        ? enter({ ...run, isDraftOpened: true }, { kind: 'done' }, keep)
        : stopInterrupted(run, state.step);
    case 'opening':
    case 'submitting':
      return enter({ ...run, isDraftOpened: true }, { kind: 'done' }, keep);
    default:
      return to(run);
  }
}

function stopInterrupted(run: Run, step: StepId): RunTransition {
  if (lastAttempt(run, step)?.end !== 'open') return enter(run, { kind: 'stopped', step: null }, keep);
  const stopped = withLastAttempt(run, step, (attempt) => ({ ...attempt, end: 'stopped' }));
  return enter(stopped, { kind: 'stopped', step }, { type: 'cancel', key: lastKey(run, step) }, keep);
}

function due(run: Run, world: RunWorld): RunTransition {
  const { state } = run;
  switch (state.kind) {
    case 'waiting':
      return isEarly(state, world, STEP_PAUSE_MS) ? again(run, state, world) : take(run, state.step, true, world);
    case 'opening': {
      if (isEarly(state, world, OPEN_DRAFT_MS)) return again(run, state, world);
      const opened = { ...run, isDraftOpened: true };
      if (!world.isAutoPublish) return enter(opened, { kind: 'done' }, keep, { type: 'open-draft' });
      const dueAt = world.now + SUBMIT_POST_MS;
      return enter(
        opened,
        { kind: 'submitting', dueAt },
        keep,
        { type: 'open-draft' },
        {
          type: 'wait',
          ms: SUBMIT_POST_MS,
        },
      );
    }
    case 'submitting':
      if (isEarly(state, world, SUBMIT_POST_MS)) return again(run, state, world);
      return world.isAutoPublish
        ? enter(run, { kind: 'done' }, keep, { type: 'submit-post', key: publishKey(run.id) })
        : enter(run, { kind: 'done' }, keep);
    default:
      return to(run);
  }
}

/**
 * Whether a `due` event comes too early: it may be from the timer of an earlier wait. After a clock was set back, the
 * run must not wait longer than the pause.
 */
function isEarly({ dueAt }: { dueAt: number }, { now }: RunWorld, pause: number): boolean {
  return now < dueAt && dueAt - now <= pause;
}

function again(run: Run, { dueAt }: { dueAt: number }, { now }: RunWorld): RunTransition {
  return to(run, { type: 'wait', ms: dueAt - now });
}

function takeOver(run: Run, of: DrivenState, world: RunWorld): RunTransition {
  const own = { ...unwatched(run), state: of };
  const broken = interruption(of);
  return broken ? resume({ ...own, state: broken }, broken, world) : to(own);
}

function takenOver(run: Run, world: RunWorld): RunTransition {
  const { state } = run;
  if (state.kind === 'watching' || isAtRest(state)) return to(run);
  const work = atWork(state);
  const left = work ? paused(run, work.step, world.now) : run;
  return to(watch(left), ...(work ? [{ type: 'hang-up', key: lastKey(run, work.step) } as const] : []));
}

function choose(run: Run, step: StepId, number: number): RunTransition {
  const record = stepRecord(run, step);
  const chosen = record.attempts.find((attempt) => attempt.number === number);
  if (chosen?.end !== 'completed' || record.current === number) return to(run);
  return to(withStep(run, step, { ...record, current: number }), keep);
}

/**
 * Begins a new run. The old run is stopped first, so that nothing is bought unasked when somebody opens it from the run
 * list.
 */
function reset(run: Run, runId: string, world: RunWorld): RunTransition {
  if (run.state.kind === 'watching' || runId === run.id) return to(run);
  const { run: old, effects } = stop(run, world);
  const cancel = effects.filter(({ type }) => type === 'cancel');
  return to(newRun(runId, run.form, run.chain), ...cancel, { type: 'archive', run: old }, keep);
}
