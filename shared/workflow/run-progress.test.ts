import { describe, expect, test } from 'vitest';
import type { ChainForm } from './chain-form.ts';
import { noCodex } from './prompt-codex.ts';
import { attemptKey, newRun, outputOf, shownOutput, stepStatus } from './run.ts';
import { transition } from './run-engine.ts';
import { reopened } from './run-holding.ts';
import { STEP_PAUSE_MS } from './run-moves.ts';
import { countedStepsText, hiddenTitle, progressOf } from './run-progress.ts';
import type { Run, RunEvent } from './run-states.ts';
import { elapsedMs, elapsedText, stepTimes, timeLeft, timeLeftText } from './run-time.ts';
import { WORKFLOW_STEPS } from './steps.ts';
import { stepAt } from './testing/step-at.ts';

const form: ChainForm = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };
const START = 1_000_000;

/** Makes a run on a clock of its own: each event comes the given number of milliseconds after the one before. */
function history(...events: [passed: number, event: RunEvent | 'reload'][]): { run: Run; now: number } {
  let now = START;
  let run = newRun('r', form, WORKFLOW_STEPS);
  for (const [passed, event] of events) {
    now += passed;
    run =
      event === 'reload'
        ? reopened(run, false)
        : transition(run, event, {
            now,
            promptOf: (step) => `P${step}`,
            versionOf: () => 0,
            codexOf: () => noCodex,
            isAutoPublish: true,
          }).run;
  }
  return { run, now };
}
const runAll: RunEvent = { type: 'run-all', form, runId: 'next' };
const due: RunEvent = { type: 'due' };
const answered = (step: number, attempt = 1): RunEvent => ({
  type: 'answered',
  key: attemptKey('r', stepAt(step), attempt),
  output: `Output ${step}.${attempt}`,
  usage: null,
  model: null,
  finishReason: 'stop',
});
const progress = (step: number, output: string): RunEvent => ({
  type: 'progress',
  key: attemptKey('r', stepAt(step), 1),
  output,
});
const whole = history(
  [0, runAll],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((step): [number, RunEvent][] => [
    [10_000, answered(step)],
    ...(step < 9 ? [[STEP_PAUSE_MS, due] as [number, RunEvent]] : []),
  ]),
);

describe('the progress bar', () => {
  test('says "of 8 steps" while its width is of nine', () => {
    expect(progressOf(newRun('r', form, WORKFLOW_STEPS))).toEqual({ completed: 0, percent: 0, text: '0 of 8 steps' });
    const three = history([0, runAll], [9, answered(1)], [1000, due], [9, answered(2)], [1000, due], [9, answered(3)]);
    expect(progressOf(three.run).text).toBe('3 of 8 steps');
    expect(progressOf(three.run).percent).toBeCloseTo(100 / 3);
    expect(progressOf(whole.run)).toEqual({ completed: 9, percent: 100, text: '8 of 8 steps' });
    expect(countedStepsText(whole.run)).toBe(
      'Counted are the eight steps that lead to the drafts. Step 9 refines the best of them.',
    );
  });
});

describe('a row', () => {
  test('is Pending, then Processing..., then Completed', () => {
    const before = history();
    const during = history([0, runAll], [500, progress(1, 'Out')]);
    const after = history([0, runAll], [500, progress(1, 'Out')], [500, answered(1)]);
    expect([before, during, after].map(({ run }) => stepStatus(run, stepAt(1)))).toEqual([
      'Pending',
      'Processing...',
      'Completed',
    ]);
    expect(shownOutput(during.run, stepAt(1))).toEqual({ text: 'Out', isPartial: true });
    expect(shownOutput(after.run, stepAt(1))).toEqual({ text: 'Output 1.1', isPartial: false });
  });

  test('of a new attempt that has written nothing yet shows what was there before, as what it is', () => {
    const again: RunEvent = { type: 'run-step', step: stepAt(1), form };
    const whole = history([0, runAll], [9, answered(1)], [9, { type: 'stop' }], [10, again]);
    expect(shownOutput(whole.run, stepAt(1))).toEqual({ text: 'Output 1.1', isPartial: false, isEarlier: true });
    const fault = { code: 'ai_provider_failed', message: 'It broke off.' };
    const broken: RunEvent = { type: 'refused', key: attemptKey('r', stepAt(1), 1), fault };
    const half = history([0, runAll], [500, progress(1, 'Half')], [10, broken], [10, again]);
    expect(shownOutput(half.run, stepAt(1))).toEqual({ text: 'Half', isPartial: true, isEarlier: true });
    const key = attemptKey('r', stepAt(1), 2);
    const arriving = history(
      [0, runAll],
      [9, answered(1)],
      [9, { type: 'stop' }],
      [10, again],
      [9, { type: 'progress', key, output: 'Ne' }],
    );
    expect(shownOutput(arriving.run, stepAt(1))).toEqual({ text: 'Ne', isPartial: true });
  });

  test('shows what a stopped step left as a part', () => {
    const { run } = history([0, runAll], [500, progress(1, 'Half an')], [10, { type: 'stop' }]);
    expect(shownOutput(run, stepAt(1))).toEqual({ text: 'Half an', isPartial: true });
    expect([stepStatus(run, stepAt(1)), outputOf(run, stepAt(1))]).toEqual(['Pending', null]);
  });

  test('a part that is read again from its beginning does not become shorter', () => {
    const { run } = history(
      [0, runAll],
      [500, progress(1, 'Half an answer')],
      [10, { type: 'no-answer', key: attemptKey('r', stepAt(1), 1) }],
      [10, { type: 'online' }],
      [10, progress(1, 'Half')],
    );
    expect(shownOutput(run, stepAt(1))).toEqual({ text: 'Half an answer', isPartial: true });
  });

  test('a step run again keeps its output until the new one is whole, and the old one after that', () => {
    const again: [number, RunEvent] = [10, { type: 'run-step', step: stepAt(2), form }];
    const before = [
      [0, runAll],
      [9, answered(1)],
      [1000, due],
      [9, answered(2)],
      [9, { type: 'stop' }],
    ] as [number, RunEvent][];
    const during = history(...before, again, [
      10,
      { type: 'progress', key: attemptKey('r', stepAt(2), 2), output: 'Ne' },
    ]);
    expect([outputOf(during.run, stepAt(2)), shownOutput(during.run, stepAt(2))?.text]).toEqual(['Output 2.1', 'Ne']);
    const after = history(...before, again, [10, answered(2, 2)]);
    expect(outputOf(after.run, stepAt(2))).toBe('Output 2.2');
    const back = history(...before, again, [10, answered(2, 2)], [1, { type: 'choose', step: stepAt(2), attempt: 1 }]);
    expect(outputOf(back.run, stepAt(2))).toBe('Output 2.1');
  });

  test('run from the middle, what came before is kept and what comes after is asked for anew', () => {
    const { run } = history(...([[0, runAll]] as [number, RunEvent][]));
    expect(run.state.kind).toBe('running');
    const again = transition(
      whole.run,
      { type: 'stop' },
      { now: whole.now, promptOf: () => 'P', versionOf: () => 0, codexOf: () => noCodex, isAutoPublish: true },
    ).run;
    const from = transition(
      again,
      { type: 'run-from', step: stepAt(6), form },
      { now: 1, promptOf: () => 'P', versionOf: () => 0, codexOf: () => noCodex, isAutoPublish: true },
    );
    expect([5, 6, 7, 8, 9].map((step) => outputOf(from.run, stepAt(step)))).toEqual([
      'Output 5.1',
      null,
      null,
      null,
      null,
    ]);
    expect(from.effects.at(-1)).toMatchObject({ type: 'call', key: attemptKey('r', stepAt(6), 2), isRejoin: false });
    expect(shownOutput(from.run, stepAt(7))).toEqual({ text: 'Output 7.1', isPartial: false });
  });
});

test('a run that is reset is kept as stopped, with what arrived', () => {
  const { run, now } = history([0, runAll], [500, progress(1, 'Half')]);
  const { run: next, effects } = transition(
    run,
    { type: 'reset', runId: 'r2' },
    { now, promptOf: () => 'P', versionOf: () => 0, codexOf: () => noCodex, isAutoPublish: true },
  );
  expect([next.id, next.state.kind, next.form]).toEqual(['r2', 'idle', form]);
  const archived = effects.find((effect) => effect.type === 'archive');
  expect(archived?.run.state).toEqual({ kind: 'stopped', step: stepAt(1) });
  expect(archived && shownOutput(archived.run, stepAt(1))).toEqual({ text: 'Half', isPartial: true });
});

describe('time', () => {
  test('counts what was worked, not the pauses in which nobody drove the run', () => {
    expect(elapsedMs(whole.run, whole.now)).toBe(90_000);
    const { run, now } = history(
      [0, runAll],
      [4000, progress(1, 'x')],
      [3_600_000, 'reload'],
      [60_000, { type: 'resume' }],
      [2000, progress(1, 'xy')],
    );
    expect(elapsedMs(run, now + 500)).toBe(6500);
  });

  test('left is unknown before anything was measured, then follows the measure', () => {
    const start = history([0, runAll]);
    expect(timeLeft(start.run, start.now)).toBeNull();
    const one = history([0, runAll], [11_000, answered(1)]);
    const left = timeLeft(one.run, one.now);
    // Step 1 has 5.5 of 84.5 shares and took 11 s: two seconds for each share left, and seven pauses.
    expect(left).toEqual({ ms: 79 * 2000 + 7 * STEP_PAUSE_MS, isRough: true });
    expect(timeLeft(whole.run, whole.now)).toEqual({ ms: 0, isRough: false });
  });

  test('left comes down while a step runs, and is rough once it is late', () => {
    const times = stepTimes(whole.run);
    const start = history([0, runAll]);
    const at = (ms: number) => timeLeft(start.run, start.now + ms, times);
    expect(at(0)).toEqual({ ms: 98_000, isRough: false });
    expect(at(4000)).toEqual({ ms: 94_000, isRough: false });
    expect(at(20_000)).toEqual({ ms: 89_000, isRough: true });
    expect(at(60_000)).toEqual({ ms: 89_000, isRough: true, isLate: true });
  });

  test('is said in no finer words than it is known', () => {
    expect(timeLeftText(null)).toBe('Time left: known after the first step');
    expect(timeLeftText({ ms: 20_000, isRough: false })).toBe('Less than a minute left');
    expect(timeLeftText({ ms: 65_000, isRough: false })).toBe('About a minute left');
    expect(timeLeftText({ ms: 250_000, isRough: true })).toBe('Roughly 4 minutes left');
    expect(timeLeftText({ ms: 20_000, isRough: true, isLate: true })).toBe('This step takes longer than usual');
    expect([900, 65_000, 3_725_000].map(elapsedText)).toEqual(['0 s', '1 min 05 s', '1 h 02 min']);
  });
});

test('the title of a hidden page says where the run is', () => {
  const title = 'Blog Admin';
  expect(hiddenTitle(newRun('r', form, WORKFLOW_STEPS), title)).toBe(title);
  const during = history([0, runAll]);
  expect(hiddenTitle(during.run, title)).toBe('Step 1 of 9 · Blog Admin');
  expect(hiddenTitle(reopened(during.run, true), title)).toBe('Step 1 of 9 · Blog Admin');
  const stopped = history([0, runAll], [9, answered(1)], [1, { type: 'stop' }]);
  expect(hiddenTitle(stopped.run, title)).toBe('Stopped at 1 of 9 · Blog Admin');
  const key = attemptKey('r', stepAt(1), 1);
  expect(hiddenTitle(history([0, runAll], [9, { type: 'no-answer', key }]).run, title)).toMatch(/^No connection/);
  expect(hiddenTitle(history([0, runAll], [9, { type: 'unauthorized', key }]).run, title)).toMatch(/^Please sign in/);
  const fault = { code: 'x', message: '' };
  expect(hiddenTitle(history([0, runAll], [9, { type: 'refused', key, fault }]).run, title)).toMatch(
    /^Failed at step 1/,
  );
  expect(hiddenTitle(whole.run, title)).toBe('Done · Blog Admin');
});
