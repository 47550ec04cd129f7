import { expect, test } from 'vitest';
import { shippedNumbers, stepAt } from '#shared/workflow/testing/step-at.ts';
import type { BookedCall } from '#tests/ai-stub/built-server.ts';
import { EVERY_STEP_AND_KIND, planTabHistory, type TabPlan } from './plan-tab-history.ts';
import type { TabHistory } from './run-tab-history.ts';
import { tabFaultsOf } from './tab-history-faults.ts';

const booked = (step: number, state: BookedCall['state'] = 'succeeded'): BookedCall => ({
  ...{ key: `r-step-${step}-1`, step: stepAt(step), state, error: null, output: null },
  ...{ input_tokens: 1, output_tokens: 1, cost_usd: null },
});
/** A history in which nothing went wrong. */
const calm: TabHistory = {
  runId: 'r',
  outputs: shippedNumbers.map((step) => `Output ${step}`),
  drafts: ['Beans\nThey lean.', 'Herbs\nThey do not.'],
  posts: ['Beans\ntrue\nThey lean.'],
  isFormOpen: false,
  calls: shippedNumbers.map((step) => booked(step)),
  died: new Set(),
  asked: shippedNumbers.map((step) => ({ step, end: 'sent' })),
};
const plan = (...troubles: TabPlan['troubles']): TabPlan => ({ number: 1, troubles, isAtRealSpeed: false });
const asked = { at: 'asked', afterMs: 1 } as const;

test('a history that came to the same has no fault, in whichever order its drafts are', () => {
  expect(tabFaultsOf(plan(), { ...calm, drafts: calm.drafts.toReversed() }, calm)).toEqual([]);
});

const wrong: [what: string, change: Partial<TabHistory>, fault: RegExp][] = [
  ['a step bought twice', { calls: [...calm.calls, booked(4)] }, /^step 4 was bought 2 times/],
  ['another output', { outputs: calm.outputs.with(2, 'Else') }, /^step 3 has another output/],
  ['a draft less', { drafts: calm.drafts.slice(1) }, /drafts are others/],
  ['another post', { posts: ['Herbs\ntrue\nThey do not.'] }, /^the post is another/],
  ['two posts', { posts: [...calm.posts, ...calm.posts] }, /^2 posts were made/],
  ['no post', { posts: [] }, /^nothing was published/],
];

test.each(wrong)('%s is a fault', (_, change, fault) => {
  expect(tabFaultsOf(plan(), { ...calm, ...change }, calm).join('; ')).toMatch(fault);
});

test('where the browser died in the last step the form may wait for the owner, and nowhere else', () => {
  const waiting = { ...calm, posts: [], isFormOpen: true };
  expect(tabFaultsOf(plan({ step: 9, dies: 'browser', moment: asked, awayMs: 0 }), waiting, calm)).toEqual([]);
  expect(tabFaultsOf(plan({ step: 8, dies: 'browser', moment: asked, awayMs: 0 }), waiting, calm)).not.toEqual([]);
});

test('browser, server and both die in every step, and the same number is the same history', () => {
  const plans = Array.from({ length: EVERY_STEP_AND_KIND }, (_, index) => planTabHistory(index + 1));
  for (const step of shippedNumbers) {
    for (const dies of ['browser', 'server', 'both']) {
      const isPlanned = plans.some(({ troubles }) => troubles.some((each) => each.step === step && each.dies === dies));
      expect([step, dies, isPlanned]).toEqual([step, dies, true]);
    }
  }
  expect(planTabHistory(5)).toEqual(planTabHistory(5));
});
