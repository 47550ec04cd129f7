import { expect, test } from 'vitest';
import { attemptKey, newRun } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import type { Run, RunEvent } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { testForm } from '../testing/run-test-device.ts';
import { runDocumentId, runIn, writeRun } from './run-document.ts';

const world = { now: 5, promptOf: () => 'Prompt', isAutoPublish: false };
const after = (run: Run, event: RunEvent) => transition(run, event, world).run;
const key = attemptKey('a-run', stepAt(1), 1);
const begun = after(newRun('a-run', testForm, WORKFLOW_STEPS), { type: 'run-all', form: testForm, runId: 'next' });
const open = () => openDocument({ id: runDocumentId('a-run'), kind: 'run' });

test('a run that is written while it goes on is read whole', () => {
  const document = open();
  writeRun(document, begun, null);
  const further = after(begun, { type: 'progress', key, output: 'Half an 🙂' });
  expect(further).not.toBe(begun);
  writeRun(document, further, begun);
  expect(runIn(document, WORKFLOW_STEPS)).toEqual(further);
});

test('a growing output is written as what was added to it', () => {
  const document = open();
  const long = 'x'.repeat(100_000);
  const before = after(begun, { type: 'progress', key, output: long });
  writeRun(document, before, null);
  const seen = document.stateVector();
  writeRun(document, after(before, { type: 'progress', key, output: `${long} and some more` }), before);
  expect(document.encode(seen).length).toBeLessThan(2000);
});
