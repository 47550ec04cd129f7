import { expect, test } from 'vitest';
import { testForm } from '#shared/admin/prompts/testing/run-test-device.ts';
import { noCodex } from '#shared/workflow/prompt-codex.ts';
import { attemptKey, newRun } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import type { Run, RunEvent } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { runDocumentId, runIn, writeRun } from './run-document.ts';

const world = { now: 5, promptOf: () => 'Prompt', versionOf: () => 0, codexOf: () => noCodex, isAutoPublish: false };
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

test('twenty attempts at a step are kept, the last and the one that counts; of the others nothing stays', () => {
  const document = open();
  const step = stepAt(1);
  let run = newRun('a-run', testForm, WORKFLOW_STEPS);
  let before: Run | null = null;
  for (let number = 1; number <= 24; number += 1) {
    run = after(run, { type: 'run-step', step, form: testForm });
    const said = {
      type: 'answered',
      output: `Output ${number}`,
      usage: null,
      model: null,
      finishReason: 'stop',
    } as const;
    run = after(run, { ...said, key: attemptKey('a-run', step, number) });
    if (number > 1) run = after(run, { type: 'choose', step, attempt: 1 });
    writeRun(document, run, before);
    before = run;
  }
  const stored = runIn(document, WORKFLOW_STEPS);
  expect(stored?.steps[step]?.attempts.map(({ number }) => number)).toEqual([
    1,
    ...Array.from({ length: 19 }, (_, index) => index + 6),
  ]);
  expect(stored?.steps[step]?.current).toBe(1);
  expect(document.field(`output:${step}:3`)).toBeUndefined();
  expect(document.text(`output:${step}:3`)).toBe('');
  expect(document.text(`output:${step}:24`)).toBe('Output 24');
});
