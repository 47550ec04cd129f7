import { shippedNumbers } from '#shared/workflow/testing/step-at.ts';
import { type Proof, withFaults } from './proof.ts';
import { runHistories, type TriedHistories } from './run-histories.ts';
import { describeTrouble, EVERY_STEP_AND_KIND, planTabHistory, SEED } from './tab-histories/plan-tab-history.ts';
import { runTabHistory, type TabHistory } from './tab-histories/run-tab-history.ts';
import { tabFaultsOf } from './tab-histories/tab-history-faults.ts';
import { openTabStage } from './tab-histories/tab-stage.ts';

/** One more than every step with every kind of death: the last one runs at real speed. */
const HISTORIES = EVERY_STEP_AND_KIND + 1;

/** The workflow in a real Chromium that is killed, against a server that is killed, at every step. */
export const tabHistories: Proof = {
  async run() {
    const stage = await openTabStage();
    try {
      const plans = Array.from({ length: HISTORIES }, (_, index) => planTabHistory(index + 1, index + 1 === HISTORIES));
      const tried = await runHistories(plans, {
        describe: ({ troubles }) => troubles.map(describeTrouble).join('; '),
        run: (plan) => runTabHistory(stage, plan),
        faultsOf: (result, plan) => tabFaultsOf(plan, result, stage.undisturbed),
      });
      const failed = tried.faults.length;
      return { passed: HISTORIES - failed, failed, details: detailsOf(tried) };
    } finally {
      await stage.close();
    }
  },
};

function detailsOf({ results, faults, minutes }: TriedHistories<TabHistory>): string {
  const calls = results.flatMap((result) => result.calls);
  const lost = calls.filter(({ state }) => state === 'failed').length;
  const asked = results.reduce((sum, result) => sum + result.asked.length, 0);
  const waiting = results.filter(({ isFormOpen }) => isFormOpen).length;
  const published = results.filter(({ posts }) => posts.length === 1).length;
  const text = `${HISTORIES} runs of nine steps in the Chained Prompts tab (seed ${SEED}), from Run All Steps to the post, ${minutes.toFixed(1)} minutes: a real
Chromium on a profile of its own, the built server, the stand-in provider over HTTP. All processes of Chromium, the server, or both
killed by SIGKILL in each of the ${shippedNumbers.length} steps, and Chromium once more in another step. The last one at real speed, in the others
the page's clock goes five times as fast.

- ${HISTORIES - faults.length} of ${HISTORIES}: the run went on by itself and ended, the next page shows the outputs and drafts of the undisturbed run, each step
  was bought once but where the server died in it, and none was asked for again after that.
- ${calls.length} calls on the server's books, of which ${lost} were under way when it died; ${asked} requests at the provider.
- ${published} runs published their post, once; in ${waiting} the form waits for the owner, who was away when the run ended.`;
  return withFaults(text, faults);
}
