import { expect, test } from 'vitest';
import { noCodex } from '#shared/workflow/prompt-codex.ts';
import { attemptKey, newRun, outputOf, publishKey } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { shippedIds, shippedNumbers, stepAt } from '#shared/workflow/testing/step-at.ts';
import type { BookedCall } from '#tests/ai-stub/built-server.ts';
import { faultsOf } from './ai-history-faults.ts';
import type { HistoryResult } from './run-ai-history.ts';

const form = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };

function booked(step: number, key: string, state: BookedCall['state'] = 'succeeded'): BookedCall {
  return {
    key,
    step: stepAt(step),
    state,
    error: null,
    output: null,
    input_tokens: 1,
    output_tokens: 1,
    cost_usd: null,
  };
}

/** A history in which nothing went wrong. */
function calm(id = 'r'): HistoryResult {
  let now = 1_000_000;
  let run = newRun(id, form, WORKFLOW_STEPS);
  const send = (event: Parameters<typeof transition>[1]) => {
    run = transition(run, event, {
      now,
      promptOf: (step) => `P${step}`,
      versionOf: () => 0,
      codexOf: () => noCodex,
      isAutoPublish: true,
    }).run;
    now += 1000;
  };
  send({ type: 'run-all', form, runId: 'next' });
  for (const step of shippedIds) {
    const key = attemptKey(id, step, 1);
    send({ type: 'answered', key, output: `Output ${step}`, usage: null, model: null, finishReason: 'stop' });
    send({ type: 'due' });
  }
  send({ type: 'due' });
  return {
    run,
    outputs: shippedIds.map((step) => outputOf(run, step)),
    drafts: new Map([[`${id}-step-8-1-1`, JSON.stringify({ id: `${id}-step-8-1-1`, title: 'Beans' })]]),
    posts: [publishKey(id)],
    calls: shippedNumbers.map((step) => booked(step, attemptKey(id, stepAt(step), 1))),
    died: new Set(),
    asked: shippedNumbers.map((step) => ({ step, end: 'sent' })),
    troubles: 0,
  };
}

const undisturbed = calm('calm');

test('a history that came to the same has no fault', () => {
  expect(calm().run.state.kind).toBe('done');
  expect(faultsOf(calm(), undisturbed)).toEqual([]);
});

test('a call that died with its server is no fault, one that failed otherwise is', () => {
  const lost = booked(3, 'r-step-3-0', 'failed');
  const history = { ...calm(), calls: [lost, ...calm().calls] };
  expect(faultsOf({ ...history, died: new Set([lost.key]) }, undisturbed)).toEqual([]);
  expect(faultsOf(history, undisturbed)).toEqual(['step 3 has 1 failed calls in which no server died']);
});

const wrong: [what: string, change: (history: HistoryResult) => Partial<HistoryResult>, fault: RegExp][] = [
  [
    'a step bought twice',
    ({ calls }) => ({ calls: [...calls, booked(5, 'r-step-5-2')] }),
    /^step 5 was bought 2 times/,
  ],
  [
    'a step asked for again after it was bought',
    ({ calls }) => ({ calls: [...calls, booked(6, 'r-step-6-2', 'failed')], died: new Set(['r-step-6-2']) }),
    /^step 6 was asked for again after it was bought/,
  ],
  [
    'a request at the provider that is on no books',
    ({ asked }) => ({ asked: [...asked, { step: 2, end: 'sent' }] }),
    /^step 2 has 1 calls on the books and 2 at the provider/,
  ],
  ['a call that never ended', ({ calls }) => ({ calls: [...calls, booked(7, 'x', 'running')] }), /never ended/],
  ['another output', ({ outputs }) => ({ outputs: outputs.with(3, 'Else') }), /^step 4 has another output/],
  ['another answer shown', ({ calls }) => ({ calls: calls.with(0, booked(1, 'r-step-1-2')) }), /^step 1 shows another/],
  ['a draft more', ({ drafts }) => ({ drafts: new Map([...drafts, ['d', '{}']]) }), /drafts are others/],
  ['two posts', ({ posts }) => ({ posts: [...posts, ...posts] }), /post was created/],
  ['a run that stopped', ({ run }) => ({ run: { ...run, state: { kind: 'idle' } } }), /ended as idle/],
];

test.each(wrong)('%s is a fault', (_, change, fault) => {
  const history = calm();
  expect(faultsOf({ ...history, ...change(history) }, undisturbed).join('; ')).toMatch(fault);
});
