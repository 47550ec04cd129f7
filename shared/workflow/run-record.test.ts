import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDocument } from '#shared/workspace/document.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { ChainForm } from './chain-form.ts';
import { noCodex } from './prompt-codex.ts';
import { attemptKey, newRun } from './run.ts';
import { transition } from './run-engine.ts';
import { reopened } from './run-holding.ts';
import { readRun, runRecord } from './run-record.ts';
import type { Run, RunEvent } from './run-states.ts';
import { WORKFLOW_STEPS } from './steps.ts';
import { stepAt } from './testing/step-at.ts';

const form: ChainForm = { targetMarket: 'Märkte', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };

/**
 * Writes the run's document at every event as a host does; returns the run, and the run that another device reads from
 * the updates.
 */
function throughDocument(events: readonly RunEvent[]): { run: Run; read: Run | null } {
  const document = openDocument({ id: 'run:r', kind: 'run' });
  const updates: Uint8Array[] = [];
  document.onUpdate((update) => updates.push(update));
  let run = newRun('r', form, WORKFLOW_STEPS);
  for (const [index, event] of events.entries()) {
    run = transition(run, event, {
      now: 1000 * index,
      promptOf: (step) => `P${step}`,
      versionOf: () => 0,
      codexOf: () => noCodex,
      isAutoPublish: true,
    }).run;
    const { fields, texts } = runRecord(run);
    document.change('program', () => {
      for (const [name, value] of Object.entries(fields)) document.setField(name, value as JsonValue);
      for (const [name, text] of Object.entries(texts)) document.setText(name as keyof typeof texts, text);
    });
  }
  const other = openDocument({ id: 'run:r', kind: 'run' }, updates);
  return {
    run,
    read: readRun({ fields: other.fields(), text: (name) => other.text(name as `output:${string}`) }, WORKFLOW_STEPS),
  };
}

const runAll: RunEvent = { type: 'run-all', form, runId: 'next' };
const progress = (output: string): RunEvent => ({ type: 'progress', key: attemptKey('r', stepAt(1), 1), output });
const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3, costUsd: null };

test('a run in a workspace document is read again, its output in part', () => {
  const { run, read } = throughDocument([runAll, progress('Half'), progress('Half an answer 🌱')]);
  expect(read).toEqual(run);
  expect(read && reopened(read, false).state).toEqual({ kind: 'interrupted', step: stepAt(1), isAuto: true });
});

test('so is a completed step with what it took, and a failed one with its fault', () => {
  const { run, read } = throughDocument([
    runAll,
    {
      type: 'answered',
      key: attemptKey('r', stepAt(1), 1),
      output: 'Whole {{draftBlogs}}',
      usage,
      model: 'a-model',
      finishReason: 'stop',
    },
    { type: 'due' },
    {
      type: 'refused',
      key: attemptKey('r', stepAt(2), 1),
      fault: { code: 'ai_refused', message: 'No.', reason: 'key' },
    },
  ]);
  expect(run.state.kind).toBe('failed');
  expect(read).toEqual(run);
});

test('what is no run is none', () => {
  expect(readRun({ fields: {}, text: () => '' }, WORKFLOW_STEPS)).toBeNull();
});

/** Values that a run's field may hold after another program has written it, or a damaged disk has returned it. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.record({
    current: fc.jsonValue(),
    attempts: fc.array(fc.oneof(fc.jsonValue(), fc.record({ number: fc.nat(3), end: fc.constant('completed') }))),
  }),
  fc.record({ kind: fc.constantFrom('running', 'failed', 'waiting', 'opening', 'later'), step: fc.jsonValue() }),
);
const names = ['form', 'startedAt', 'isHandedOver', 'state', `step:${stepAt(1)}`, `step:${stepAt(8)}`, 'step:3'];

test('a run of which any field is broken is read as far as it goes, and can be gone on with', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), anything), (fields) => {
      const run = readRun({ fields: { ...fields, id: 'r' }, text: () => 'Words' }, WORKFLOW_STEPS);
      if (run === null) throw new Error('The run is not there');
      const world = { now: 5, promptOf: () => 'P', versionOf: () => 0, codexOf: () => noCodex, isAutoPublish: false };
      const begun = transition(reopened(run, false), runAll, world).run;
      const { fields: written, texts } = runRecord(begun);
      const text = (name: string) => texts[name as `output:${string}`] ?? '';
      expect(readRun({ fields: written, text }, WORKFLOW_STEPS)?.state).toEqual(begun.state);
    }),
    { seed: 20261123, numRuns: 300 },
  );
});
