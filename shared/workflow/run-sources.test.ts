import { expect, test } from 'vitest';
import type { ChainForm } from './chain-form.ts';
import { DEFAULT_PROMPTS } from './prompts/default-prompts.ts';
import { attemptKey, lastAttempt, newRun, stepNumbers } from './run.ts';
import { transition } from './run-engine.ts';
import { readRun, runRecord } from './run-record.ts';
import { outdatedSteps } from './run-sources.ts';
import type { Run, RunEvent } from './run-states.ts';
import type { StepNumber } from './steps.ts';

const form: ChainForm = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };

type Prompts = Readonly<Record<StepNumber, string>>;

function send(run: Run, event: RunEvent, prompts: Prompts = DEFAULT_PROMPTS): Run {
  return transition(run, event, { now: 0, promptOf: (step) => prompts[step], isAutoPublish: false }).run;
}

/** The run with one step written anew, alone. */
function written(run: Run, step: StepNumber, prompts?: Prompts): Run {
  const asked = send(run, { type: 'run-step', step, form }, prompts);
  const number = lastAttempt(asked, step)?.number ?? 0;
  const key = attemptKey(run.id, step, number);
  const output = `Output ${step}.${number}`;
  const answered = send(asked, { type: 'answered', key, output, usage: null, finishReason: 'stop' }, prompts);
  // Behind the last step the draft opens by itself.
  return send(answered, { type: 'stop' }, prompts);
}
const all = (prompts?: Prompts) => stepNumbers.reduce((run, step) => written(run, step, prompts), newRun('r', form));
const outdated = (run: Run) => Object.fromEntries(outdatedSteps(run));

/** The run as another device, or the next page, reads it. `change` is what an app before this one stored. */
function stored(run: Run, change: (fields: ReturnType<typeof runRecord>['fields']) => object = (fields) => fields) {
  const { fields, texts } = runRecord(run);
  const kept = JSON.parse(JSON.stringify(change(fields))) as Record<string, unknown>;
  return readRun(
    (name) => kept[name],
    (name) => texts[name as keyof typeof texts] ?? '',
  ) as Run;
}

test('steps written from an older output are out of date, and those written from them; a reload keeps it', () => {
  const run = written(all(), 5);
  expect(outdated(run)).toEqual({ 6: 5, 7: 5, 8: 5, 9: 5 });
  expect(outdated(stored(run))).toEqual({ 6: 5, 7: 5, 8: 5, 9: 5 });
});

test('a step written anew is up to date, those behind it are not before they follow', () => {
  let run = written(written(all(), 5), 6);
  expect(Object.keys(outdated(run))).toEqual(['7', '8', '9']);
  for (const step of [7, 8, 9] as const) run = written(run, step);
  expect(outdated(run)).toEqual({});
});

test('the older output that counts again makes all of them up to date again', () => {
  const run = written(all(), 5);
  expect(outdated(send(run, { type: 'choose', step: 5, attempt: 1 }))).toEqual({});
});

test('a step whose prompt does not ask for the output is not written from it', () => {
  const run = written(all({ ...DEFAULT_PROMPTS, 6: 'Say something about {{targetMarket}}.' }), 5);
  expect(outdated(run)).toEqual({ 7: 5, 8: 5, 9: 5 });
});

test('nothing is out of date while a run goes on from a step, or before the new output is there', () => {
  const again = send(all(), { type: 'run-step', step: 5, form });
  expect(outdated(again)).toEqual({});
  expect(outdated(send(written(all(), 5), { type: 'run-from', step: 6, form }))).toEqual({});
});

test('of a run that was stored without its sources nothing is said', () => {
  const old = stored(written(all(), 5), (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'sources' ? undefined : inner))) as unknown,
      ]),
    ),
  );
  expect(old.steps[6].current).toBe(1);
  expect(outdated(old)).toEqual({});
  // What is written from now on is known.
  expect(outdated(written(written(old, 6), 5))).toEqual({ 6: 5 });
});
