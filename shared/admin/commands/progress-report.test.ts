import { expect, test } from 'vitest';
import { defaultChainForm } from '#shared/workflow/chain-form.ts';
import { newRun } from '#shared/workflow/run.ts';
import type { Run, RunState } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { progressReport } from './progress-report.ts';

const form = { ...defaultChainForm('https://a.example'), targetMarket: 'Tea drinkers' };
const inState = (state: RunState): Run => ({ ...newRun('a', form, WORKFLOW_STEPS), state });

test('a run that goes on is told with its step', () => {
  const run = inState({ kind: 'waiting', step: stepAt(3), dueAt: 0 });
  expect(progressReport({ run, isUnderWay: true, isWatching: false })).toEqual({
    runId: 'a',
    title: 'Step 3 of 9 · Tea drinkers',
    done: 0,
    total: 9,
    isRunning: true,
  });
});

const atWork = { step: stepAt(2), isAuto: true, isRejoin: false } as const;

test.each<[string, RunState, boolean, boolean]>([
  ['waits for its owner to sign in', { kind: 'signed-out', ...atWork }, true, false],
  ['was interrupted', { kind: 'interrupted', step: stepAt(2), isAuto: true }, true, false],
  ['is driven by another window', { kind: 'waiting', step: stepAt(3), dueAt: 0 }, true, true],
  ['has not begun', newRun('a', form, WORKFLOW_STEPS).state, false, false],
])('a run that %s is not running here', (_, state, isUnderWay, isWatching) => {
  expect(progressReport({ run: inState(state), isUnderWay, isWatching }).isRunning).toBe(false);
});
