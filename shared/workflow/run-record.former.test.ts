import { describe, expect, test } from 'vitest';
import { noCodex } from './prompt-codex.ts';
import { attemptKey, lastAttempt, newRun, outputOf, stepRecord } from './run.ts';
import { transition } from './run-engine.ts';
import { reopened } from './run-holding.ts';
import { readRun, runRecord } from './run-record.ts';
import type { Run, RunEvent } from './run-states.ts';
import { type StepList, WORKFLOW_STEPS } from './steps.ts';
import { stepAt } from './testing/step-at.ts';

// Earlier versions of the program named steps by a number. Their stored runs are read, also when this version writes
// too.

type Fields = Record<string, unknown>;

const form = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };
const world = { now: 5000, promptOf: () => 'Again', versionOf: () => 0, codexOf: () => noCodex, isAutoPublish: false };

const attempt = (number: number, end: string, more: Fields = {}) => ({ number, end, startedAt: 1, ranMs: 2, ...more });
/** The fields of a document as an earlier version left them. */
const former = (fields: Fields): Fields => ({ id: 'r', form, startedAt: 1, isHandedOver: false, ...fields });
const read = (fields: Fields, steps: StepList = WORKFLOW_STEPS) => readRun({ fields, text: () => '' }, steps) as Run;
/** Returns the fields of the document after this version has written the run too. */
function writtenOver(fields: Fields, run: Run): Fields {
  const record = runRecord(run);
  return { ...fields, ...record.texts, ...record.fields };
}
const send = (run: Run, event: RunEvent) => transition(run, event, world);

const threeSteps = former({
  'step:1': { current: 2, attempts: [attempt(1, 'completed'), attempt(2, 'completed', { sources: {} })] },
  'output:1:1': 'One',
  'output:1:2': 'One anew',
  'prompt:1': 'For M',
  'step:2': { current: 1, attempts: [attempt(1, 'completed', { sources: { 1: 1 } })] },
  'output:2:1': 'Two',
  'step:3': { current: null, attempts: [attempt(1, 'open')] },
  'output:3:1': 'Thr',
  'prompt:3': 'Again',
  state: { kind: 'running', step: 3, isAuto: true, isRejoin: false },
});

test('an earlier run is read with all it has, and bought on under the keys it had', () => {
  const run = read(threeSteps);
  expect(outputOf(run, stepAt(1))).toBe('One anew');
  expect(run.state).toEqual({ kind: 'running', step: stepAt(3), isAuto: true, isRejoin: false });
  const { effects } = send(reopened(run, false), { type: 'resume' });
  expect(effects.at(-1)).toMatchObject({ type: 'call', key: 'r-step-3-1', step: stepAt(3), isRejoin: true });
});

test('what was written by number and is written again by id is there once', () => {
  const run = read(threeSteps);
  const again = read(writtenOver(threeSteps, run));
  expect(again).toEqual(run);
  expect(stepRecord(again, stepAt(1)).attempts).toHaveLength(2);
});

describe('while an earlier program still writes the same run', () => {
  const ours = read(threeSteps);
  /** This program has joined the call of step 3, and has not been heard of since. */
  const taken = writtenOver(threeSteps, send(reopened(ours, false), { type: 'resume' }).run);

  test('the answer it has brought to a call that both know completes that attempt', () => {
    const fields = { ...taken, 'step:3': { current: 1, attempts: [attempt(1, 'completed')] }, 'output:3:1': 'Three' };
    const { attempts, current } = stepRecord(read(fields), stepAt(3));
    expect(attempts.map(({ key, end, output }) => [key, end, output])).toEqual([['r-step-3-1', 'completed', 'Three']]);
    expect(current).toBe(1);
  });

  test('an answer of its own to a step that both have bought is one attempt more, and the one that counts', () => {
    const answered = send(send(read(taken), { type: 'stop' }).run, { type: 'run-step', step: stepAt(2), form }).run;
    const key = attemptKey('r', stepAt(2), 2);
    const bought = send(answered, {
      type: 'answered',
      key,
      output: 'Ours',
      usage: null,
      model: null,
      finishReason: 'stop',
    }).run;
    const theirs = { current: 2, attempts: [attempt(1, 'completed'), attempt(2, 'completed')] };
    const fields = { ...writtenOver(taken, bought), 'step:2': theirs, 'output:2:2': 'Theirs' };
    const run = read(fields);
    expect(stepRecord(run, stepAt(2)).attempts.map(({ number, output }) => [number, output])).toEqual([
      [1, 'Two'],
      [2, 'Ours'],
      [3, 'Theirs'],
    ]);
    expect(outputOf(run, stepAt(2))).toBe('Theirs');
    const again = stepRecord(read(writtenOver(fields, run)), stepAt(2));
    expect(again.attempts.map(({ output }) => output)).toEqual(['Two', 'Ours', 'Theirs']);
    expect(again.current).toBe(3);
  });

  test('what it says of a step, and nothing new, leaves the choice of this one', () => {
    const chosen = send(read(writtenOver(taken, send(read(taken), { type: 'stop' }).run)), {
      type: 'choose',
      step: stepAt(1),
      attempt: 1,
    }).run;
    expect(outputOf(read(writtenOver(taken, chosen)), stepAt(1))).toBe('One');
  });
});

describe('a run of a newer program', () => {
  const run = read({
    ...runRecord(read(threeSteps)).fields,
    'step:fact-check': { current: 1, attempts: [attempt(1, 'completed', { key: 'r-step-fact-check-1' })] },
    'output:fact-check:1': 'Checked',
    state: { kind: 'running', step: 'fact-check', isAuto: true, isRejoin: false },
  });

  test('is read as far as its steps are known, and names the others', () => {
    expect(run.unknownSteps).toEqual(['fact-check']);
    expect(run.state).toEqual({ kind: 'idle' });
    expect(outputOf(run, stepAt(2))).toBe('Two');
  });

  test('keeps what it has of them when it is written here', () => {
    const names = Object.keys(runRecord(run).fields);
    expect(names.filter((name) => name.includes('fact-check'))).toEqual([]);
    expect(names).toContain(`step:${stepAt(2)}`);
  });

  test.each(['interrupted', 'waiting', 'failed', 'offline', 'signed-out'])(
    'is %s at a step that is not known: nothing goes on by itself, and nothing is opened',
    (kind) => {
      const state = read({ id: 'r', form, state: { kind, step: 'fact-check', isAuto: true, dueAt: 0 } }).state;
      expect(reopened(newRun('r', form, WORKFLOW_STEPS), false).state).toEqual(state);
    },
  );
});

test('a step that is not in the list any more is named, whichever program has stored it', () => {
  const fewer = WORKFLOW_STEPS.filter(({ id }) => id !== stepAt(2));
  const run = read(threeSteps, fewer);
  expect(run.unknownSteps).toEqual([stepAt(2)]);
  expect(lastAttempt(run, stepAt(3))?.output).toBe('Thr');
});
