import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ChainForm } from './chain-form.ts';
import { noCodex } from './prompt-codex.ts';
import { attemptKey, newRun, withStep } from './run.ts';
import { transition } from './run-engine.ts';
import { reopened } from './run-holding.ts';
import type { Attempt, Run, RunEvent, RunState, RunStateKind, RunWorld } from './run-states.ts';
import { type StepId, WORKFLOW_STEPS } from './steps.ts';
import { rowsOfTables } from './testing/markdown-tables.ts';
import { shippedIds, stepAt } from './testing/step-at.ts';

// Compares the table in README.md with the code: each row is a scenario here, and every pair that the table leaves out
// must do nothing.

const NOW = 1_000_000;
const form: ChainForm = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };
const world: RunWorld = {
  now: NOW,
  promptOf: (step) => `Prompt ${step}`,
  versionOf: () => 0,
  codexOf: () => noCodex,
  isAutoPublish: true,
};
const noPrompt: RunWorld = { ...world, promptOf: () => null };
const early: RunWorld = { ...world, now: NOW - 1 };

const attempt = (step: StepId, number: number, more: Partial<Attempt> = {}): Attempt => ({
  number,
  key: attemptKey('r', step, number),
  end: 'completed',
  prompt: '',
  sent: null,
  output: `output ${number}`,
  startedAt: NOW - 5000,
  ranMs: 1000,
  seenAt: null,
  usage: null,
  model: null,
  fault: null,
  ...more,
});

/** Makes a run with this number of completed steps, the first of them completed twice. */
function runWith(completed: number, state: RunState, more: Partial<Run> = {}): Run {
  const run = shippedIds
    .slice(0, completed)
    .reduce(
      (all, step, index) =>
        withStep(
          all,
          step,
          index === 0
            ? { attempts: [attempt(step, 1), attempt(step, 2)], current: 2 }
            : { attempts: [attempt(step, 1)], current: 1 },
        ),
      newRun('r', form, WORKFLOW_STEPS),
    );
  return { ...run, startedAt: NOW - 5000, ...more, state };
}

/** Makes a run with all steps completed and its draft opened. */
function finished(state: RunState): Run {
  return runWith(9, state, { isDraftOpened: true });
}

/** Makes a run with one more attempt at a step, which is the one under way. */
function atStep(number: number, end: Attempt['end'], state: RunState, more: Partial<Run> = {}): Run {
  const step = stepAt(number);
  const run = runWith(number - 1, state, more);
  const last = attempt(step, 1, {
    end,
    prompt: `Prompt ${step}`,
    output: 'par',
    seenAt: end === 'open' ? NOW - 100 : null,
  });
  return withStep(run, step, { attempts: [last], current: null });
}

const work = (number: number, more: { isAuto?: boolean; isRejoin?: boolean } = {}) => ({
  step: stepAt(number),
  isAuto: true,
  isRejoin: false,
  ...more,
});
const fault = { code: 'ai_provider_failed', message: 'No.' };
const busy = { code: 'ai_budget_reached', message: 'No.' };

const runs: Record<RunStateKind, Run> = {
  idle: runWith(2, { kind: 'idle' }),
  running: atStep(3, 'open', { kind: 'running', ...work(3) }),
  waiting: runWith(2, { kind: 'waiting', step: stepAt(3), dueAt: NOW }),
  offline: atStep(3, 'open', { kind: 'offline', ...work(3) }),
  'signed-out': atStep(3, 'open', { kind: 'signed-out', ...work(3) }),
  stopped: atStep(3, 'stopped', { kind: 'stopped', step: stepAt(3) }),
  failed: atStep(3, 'failed', { kind: 'failed', step: stepAt(3), isAuto: true, fault }),
  interrupted: atStep(3, 'open', { kind: 'interrupted', step: stepAt(3), isAuto: true }),
  watching: reopened(atStep(3, 'open', { kind: 'running', ...work(3) }), true),
  opening: runWith(9, { kind: 'opening', dueAt: NOW }),
  submitting: runWith(9, { kind: 'submitting', dueAt: NOW }, { isDraftOpened: true }),
  done: finished({ kind: 'done' }),
};
const running = (step: number, more: { isAuto?: boolean; isRejoin?: boolean } = {}, run: Partial<Run> = {}) =>
  atStep(step, 'open', { kind: 'running', ...work(step, more) }, run);

const key = (step: number, number = 1) => attemptKey('r', stepAt(step), number);
const runAll: RunEvent = { type: 'run-all', form, runId: 'next' };
const runAllOfNothing: RunEvent = { ...runAll, form: { ...form, productApp: ' ' } };
const runStep: RunEvent = { type: 'run-step', step: stepAt(2), form };
const runFrom: RunEvent = { type: 'run-from', step: stepAt(2), form };
const stop: RunEvent = { type: 'stop' };
const due: RunEvent = { type: 'due' };
const resume: RunEvent = { type: 'resume' };
const takenOver: RunEvent = { type: 'taken-over' };
const takeOver: RunEvent = { type: 'take-over' };
const reset: RunEvent = { type: 'reset', runId: 'next' };
const choose: RunEvent = { type: 'choose', step: stepAt(1), attempt: 1 };
const loaded: RunEvent = { type: 'loaded', run: runs.running };
const progress: RunEvent = { type: 'progress', key: key(3), output: 'partly' };
const answered = (step: number, output = 'whole'): RunEvent => ({
  type: 'answered',
  key: key(step),
  output,
  usage: null,
  model: null,
  finishReason: 'stop',
});
const cut: RunEvent = {
  type: 'answered',
  key: key(3),
  output: 'par',
  usage: null,
  model: null,
  finishReason: 'length',
};
const refused: RunEvent = { type: 'refused', key: key(3), fault };
const noAnswer: RunEvent = { type: 'no-answer', key: key(3) };
const unauthorized: RunEvent = { type: 'unauthorized', key: key(3) };
const between = runWith(2, { kind: 'interrupted', step: stepAt(3), isAuto: true });
const behind = runWith(9, { kind: 'interrupted', step: null, isAuto: true });

interface Scenario {
  event: RunEvent;
  run?: Run;
  world?: RunWorld;
}

/** The event of each row, and a run where the scenario needs another than the usual run of that state. */
const scenarios: Record<string, Scenario> = {
  'idle|run-all|': { event: runAll },
  'idle|run-all|a field is missing': { event: runAllOfNothing },
  'idle|run-all|the step has no prompt': { event: runAll, world: noPrompt },
  'idle|run-all|all are completed, no draft was opened': { event: runAll, run: runWith(9, { kind: 'idle' }) },
  'idle|run-step|': { event: runStep },
  'idle|run-step|the step has no prompt': { event: runStep, world: noPrompt },
  'idle|run-from|': { event: runFrom },
  'idle|run-from|the step has no prompt': { event: runFrom, world: noPrompt },
  'idle|choose|': { event: choose },
  'idle|reset|': { event: reset },
  'running|stop|': { event: stop },
  'running|progress|': { event: progress },
  'running|answered|a step is left': { event: answered(3) },
  'running|answered|drafts are made of it': { event: answered(8), run: running(8) },
  'running|answered|one step alone was asked for': { event: answered(3), run: running(3, { isAuto: false }) },
  'running|answered|one step alone was asked for, drafts are made of it': {
    event: answered(8),
    run: running(8, { isAuto: false }),
  },
  'running|answered|it is the last': { event: answered(9), run: running(9) },
  'running|answered|it is the last, a draft was opened before': {
    event: answered(9),
    run: running(9, {}, { isDraftOpened: true }),
  },
  'running|answered|it is cut, empty or a refusal': { event: cut },
  'running|refused|': { event: refused },
  'running|refused|the call was joined and had ended': { event: refused, run: running(3, { isRejoin: true }) },
  'running|refused|the call was joined, a new one would fail as well': {
    event: { type: 'refused', key: key(3), fault: busy },
    run: running(3, { isRejoin: true }),
  },
  'running|no-answer|': { event: noAnswer },
  'running|unauthorized|': { event: unauthorized },
  'running|taken-over|': { event: takenOver },
  'running|reset|': { event: reset },
  'waiting|due|': { event: due },
  'waiting|due|too early': { event: due, world: early },
  'waiting|due|the step has no prompt': { event: due, world: noPrompt },
  'waiting|stop|': { event: stop },
  'waiting|taken-over|': { event: takenOver },
  'waiting|reset|': { event: reset },
  'offline|online|': { event: { type: 'online' } },
  'offline|stop|': { event: stop },
  'offline|taken-over|': { event: takenOver },
  'offline|reset|': { event: reset },
  'signed-out|signed-in|': { event: { type: 'signed-in' } },
  'signed-out|stop|': { event: stop },
  'signed-out|taken-over|': { event: takenOver },
  'signed-out|reset|': { event: reset },
  'stopped|run-all|the prompt is the same': { event: runAll },
  'stopped|run-all|the prompt was changed': { event: runAll, world: { ...world, promptOf: () => 'Another' } },
  'stopped|run-all|the step has no prompt': { event: runAll, world: noPrompt },
  'stopped|run-all|all are completed, a draft was opened': {
    event: runAll,
    run: finished({ kind: 'stopped', step: stepAt(3) }),
  },
  'stopped|run-all|the new one’s first step has no prompt': {
    event: runAll,
    run: finished({ kind: 'stopped', step: stepAt(3) }),
    world: noPrompt,
  },
  'stopped|run-step|': { event: runStep },
  'stopped|run-step|the step has no prompt': { event: runStep, world: noPrompt },
  'stopped|run-from|': { event: runFrom },
  'stopped|run-from|the step has no prompt': { event: runFrom, world: noPrompt },
  'stopped|progress|': { event: progress },
  'stopped|answered|': { event: answered(3) },
  'stopped|answered|drafts are made of it': {
    event: answered(8),
    run: atStep(8, 'stopped', { kind: 'stopped', step: stepAt(8) }),
  },
  'stopped|answered|it is cut, empty or a refusal': { event: cut },
  'stopped|choose|': { event: choose },
  'stopped|reset|': { event: reset },
  'failed|run-all|': { event: runAll },
  'failed|run-all|the step has no prompt': { event: runAll, world: noPrompt },
  'failed|run-all|all are completed, a draft was opened': { event: runAll, run: finished(runs.failed.state) },
  'failed|run-all|the new one’s first step has no prompt': {
    event: runAll,
    run: finished(runs.failed.state),
    world: noPrompt,
  },
  'failed|run-step|': { event: runStep },
  'failed|run-step|the step has no prompt': { event: runStep, world: noPrompt },
  'failed|run-from|': { event: runFrom },
  'failed|run-from|the step has no prompt': { event: runFrom, world: noPrompt },
  'failed|choose|': { event: choose },
  'failed|reset|': { event: reset },
  'interrupted|resume|in a step': { event: resume },
  'interrupted|resume|between two steps': { event: resume, run: between },
  'interrupted|resume|behind the last step': { event: resume, run: behind },
  'interrupted|resume|the step has no prompt': { event: resume, run: between, world: noPrompt },
  'interrupted|run-all|': { event: runAll },
  'interrupted|run-all|the step has no prompt': { event: runAll, run: between, world: noPrompt },
  'interrupted|stop|in a step': { event: stop },
  'interrupted|stop|between two steps': { event: stop, run: between },
  'interrupted|stop|behind the last step': { event: stop, run: behind },
  'interrupted|taken-over|': { event: takenOver },
  'interrupted|reset|': { event: reset },
  'watching|loaded|': { event: loaded },
  'watching|take-over|in a step': { event: takeOver },
  'watching|take-over|between two steps': { event: takeOver, run: reopened(runs.waiting, true) },
  'watching|take-over|behind the last step': { event: takeOver, run: reopened(runs.opening, true) },
  'watching|take-over|the step has no prompt': {
    event: takeOver,
    run: reopened(runs.waiting, true),
    world: noPrompt,
  },
  'watching|take-over|it was idle': { event: takeOver, run: reopened(runs.idle, true) },
  'watching|take-over|it was stopped': { event: takeOver, run: reopened(runs.stopped, true) },
  'watching|take-over|it had failed': { event: takeOver, run: reopened(runs.failed, true) },
  'watching|take-over|it was done': { event: takeOver, run: reopened(runs.done, true) },
  'opening|due|it is published by itself': { event: due },
  'opening|due|it is not': { event: due, world: { ...world, isAutoPublish: false } },
  'opening|due|too early': { event: due, world: early },
  'opening|stop|': { event: stop },
  'opening|taken-over|': { event: takenOver },
  'opening|reset|': { event: reset },
  'submitting|due|it is published by itself': { event: due },
  'submitting|due|the switch was turned off': { event: due, world: { ...world, isAutoPublish: false } },
  'submitting|due|too early': { event: due, world: early },
  'submitting|stop|': { event: stop },
  'submitting|taken-over|': { event: takenOver },
  'submitting|reset|': { event: reset },
  'done|run-all|all are completed, no draft was opened': { event: runAll, run: runWith(9, { kind: 'done' }) },
  'done|run-all|all are completed, a draft was opened': { event: runAll },
  'done|run-all|the new one’s first step has no prompt': { event: runAll, world: noPrompt },
  'done|run-step|': { event: runStep },
  'done|run-step|the step has no prompt': { event: runStep, world: noPrompt },
  'done|run-from|': { event: runFrom },
  'done|run-from|the step has no prompt': { event: runFrom, world: noPrompt },
  'done|choose|': { event: choose },
  'done|reset|': { event: reset },
};

/** One event of every kind, for the pairs that the table leaves out. */
const everyEvent: readonly RunEvent[] = [
  runAll,
  runStep,
  runFrom,
  stop,
  progress,
  answered(3),
  refused,
  noAnswer,
  unauthorized,
  { type: 'online' },
  { type: 'signed-in' },
  due,
  resume,
  loaded,
  takeOver,
  takenOver,
  choose,
  reset,
];

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
const [stateTable = [], table = []] = rowsOfTables(readme, 'state');

test('the README names every state', () => {
  expect(stateTable.map(([name]) => name)).toEqual(Object.keys(runs));
});

test('every row of the table has a scenario, and the other way round', () => {
  expect(table.map(([state, event, when]) => `${state}|${event}|${when}`)).toEqual(Object.keys(scenarios));
});

describe('the table says what the code does', () => {
  test.each(
    table.map(([state = '', event = '', when = '', next = '', effects = '']) => ({
      state,
      event,
      when,
      next,
      effects,
    })),
  )('$state: $event $when → $next', ({ state, event, when, next, effects }) => {
    const scenario = scenarios[`${state}|${event}|${when}`];
    if (!scenario) throw new Error('No scenario');
    const run = scenario.run ?? runs[state as RunStateKind];
    expect([run.state.kind, scenario.event.type]).toEqual([state, event]);
    const result = transition(run, scenario.event, scenario.world ?? world);
    expect(result.run.state.kind).toBe(next);
    expect(result.effects.map(({ type }) => type).join(', ')).toBe(effects);
  });
});

describe('what the table leaves out changes nothing', () => {
  const named = new Set(table.map(([state, event]) => `${state}|${event}`));
  const isLeftOut = (state: string, event: RunEvent) => !named.has(`${state}|${event.type}`);
  const rest = Object.keys(runs).flatMap((state) =>
    everyEvent.flatMap((event) => (isLeftOut(state, event) ? [{ state, type: event.type, event }] : [])),
  );
  test.each(rest)('$state: $type', ({ state, event }) => {
    const run = runs[state as RunStateKind];
    const result = transition(run, event, world);
    expect(result.run).toBe(run);
    expect(result.effects).toEqual([]);
  });
});

test.each(Object.keys(runs))('%s: a call that is not the one under way says nothing', (state) => {
  const run = runs[state as RunStateKind];
  for (const event of [progress, answered(3), refused, noAnswer, unauthorized]) {
    const other = { ...event, key: key(3, 7) } as RunEvent;
    expect(transition(run, other, world)).toEqual({ run, effects: [] });
  }
});

test('a joined call has the key and the prompt of the first', () => {
  for (const [run, event] of [
    [runs.offline, { type: 'online' }],
    [runs['signed-out'], { type: 'signed-in' }],
    [runs.interrupted, resume],
    [runs.watching, takeOver],
    [runs.stopped, runAll],
  ] as const) {
    const { effects } = transition(run, event, world);
    expect(effects.at(-1)).toEqual({
      type: 'call',
      key: key(3),
      step: stepAt(3),
      prompt: `Prompt ${stepAt(3)}`,
      isRejoin: true,
    });
  }
});

test('a changed prompt, and a call that failed, are a new attempt', () => {
  const another = { ...world, promptOf: () => 'Another' };
  const call = { type: 'call', key: key(3, 2), step: stepAt(3), isRejoin: false };
  expect(transition(runs.stopped, runAll, another).effects.at(-1)).toEqual({ ...call, prompt: 'Another' });
  expect(transition(runs.failed, runAll, world).effects.at(-1)).toEqual({ ...call, prompt: `Prompt ${stepAt(3)}` });
});

test('a finished run is left as it is, and the new one begins with what the inputs say', () => {
  const other = { ...form, targetMarket: 'Another market' };
  const { run, effects } = transition(runs.done, { ...runAll, form: other } as RunEvent, world);
  expect(run).toMatchObject({ id: 'next', form: other, isDraftOpened: false });
  expect(effects[0]).toEqual({ type: 'archive', run: runs.done });
  expect(effects.at(-1)).toEqual({
    type: 'call',
    key: attemptKey('next', stepAt(1), 1),
    step: stepAt(1),
    prompt: `Prompt ${stepAt(1)}`,
    isRejoin: false,
  });
});

test('with a field left blank a finished run stays on the screen', () => {
  const { run, effects } = transition(runs.done, runAllOfNothing, world);
  expect(run).toBe(runs.done);
  expect(effects).toEqual([{ type: 'report', report: { kind: 'missing-fields', isAuto: true } }]);
});

const unfillable: RunWorld = { ...world, promptOf: (step) => (step === stepAt(8) ? 'For {{targetMraket}}' : 'P') };

test.each([
  ['all steps', { ...runAll }, 8],
  ['the steps from one on', { ...runFrom }, 8],
  ['one step', { ...runStep, step: stepAt(8) } as RunEvent, 8],
])('%s, with a prompt among them that cannot be filled: it is told, and nothing is bought', (_what, event, number) => {
  const { run, effects } = transition(runs.idle, event, unfillable);
  expect(run).toBe(runs.idle);
  expect(effects).toEqual([
    {
      type: 'report',
      report: {
        kind: 'unfillable',
        steps: [{ step: stepAt(number), refusal: expect.stringContaining('Did you mean {{targetMarket}}?') }],
      },
    },
  ]);
});

test('a prompt of another step that cannot be filled holds up nothing', () => {
  expect(transition(runs.idle, runStep, unfillable).effects).toContainEqual(expect.objectContaining({ type: 'call' }));
});

test('a prompt that was changed during the run so that it cannot be filled is not sent', () => {
  const changed = { ...world, promptOf: () => '{{targetMraket}}' };
  const { run, effects } = transition(runs.waiting, due, changed);
  expect(run.state).toMatchObject({ kind: 'failed', fault: { code: 'prompt_unfillable' } });
  expect(effects.map(({ type }) => type)).toEqual(['keep', 'report']);
});

test('a step that failed knows whether it was asked for alone', () => {
  for (const isAuto of [true, false]) {
    const { run } = transition(running(3, { isAuto }), refused, world);
    expect(run.state).toEqual({ kind: 'failed', step: stepAt(3), isAuto, fault });
  }
});
