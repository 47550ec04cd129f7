import { openStageWith } from '#tests/long/open-stage.ts';
import { describeKill, faultsOf, planKills, runKill } from '#tests/long/suggest-kills/run-suggest-kill.ts';
import { shareOf } from '#tests/share.ts';
import { expect, test } from '../site-test.ts';

/** Some of the kills that `npm run test:long -- suggest-kills` runs: client and server die in turn. */
const plans = planKills(8);

test('a suggestion whose client or server dies is found again, bought once', { tag: '@long' }, async () => {
  const stage = await openStageWith(async () => ({}));
  try {
    for (const plan of shareOf(plans, 3)) {
      await test.step(describeKill(plan), async () => {
        expect(faultsOf(await runKill(stage, plan), plan)).toEqual([]);
      });
    }
  } finally {
    await stage.close();
  }
});
