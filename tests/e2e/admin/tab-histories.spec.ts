import { describeTrouble, planTabHistory } from '#tests/long/tab-histories/plan-tab-history.ts';
import { runTabHistory } from '#tests/long/tab-histories/run-tab-history.ts';
import { tabFaultsOf } from '#tests/long/tab-histories/tab-history-faults.ts';
import { type OpenTabStage, openTabStage } from '#tests/long/tab-histories/tab-stage.ts';
import { expect, test } from '../site-test.ts';

// One server for all of them, killed and started again: the tests of this file run one after the other.
test.describe.configure({ mode: 'default' });

let stage: OpenTabStage;
test.beforeAll(async () => {
  stage = await openTabStage();
});
test.afterAll(() => stage?.close());

/**
 * Two of the histories that `npm run test:long -- tab-histories` runs: a browser dies in both; besides, a server dies
 * in one, and both together in the other.
 */
for (const number of [14, 27]) {
  const plan = planTabHistory(number);
  test(`a run in the tab, history ${number}: ${plan.troubles.map(describeTrouble).join('; ')}`, {
    tag: '@long',
  }, async () => {
    expect(tabFaultsOf(plan, await runTabHistory(stage, plan), stage.undisturbed)).toEqual([]);
  });
}
