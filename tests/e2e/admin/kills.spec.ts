import { planRounds, runRound } from '#tests/long/kills/kill-browser.ts';
import { expect, test } from './admin-test.ts';

/** The first two of the fifty rounds that `npm run test:long -- kills` runs: a new post, and an existing one. */
const plans = planRounds(2, 1);

for (const plan of plans) {
  test(`killed ${Math.round(plan.killAfter)} ms into typing (round ${plan.number}), at most the last second is missing`, {
    tag: '@long',
  }, async ({ site }) => {
    expect((await runRound(site, plan)).fault).toBeNull();
  });
}
