import { shippedNumbers, stepAt } from '#shared/workflow/testing/step-at.ts';
import { faultsOf } from './ai-histories/ai-history-faults.ts';
import { openStage } from './ai-histories/ai-stage.ts';
import { describeTrouble, planHistories, SEED } from './ai-histories/plan-ai-history.ts';
import { type HistoryResult, runHistory } from './ai-histories/run-ai-history.ts';
import { type Proof, withFaults } from './proof.ts';
import { runHistories, type TriedHistories } from './run-histories.ts';

const HISTORIES = 100;

/** A hundred runs of the workflow in which server and page die. */
export const aiHistories: Proof = {
  async run() {
    const stage = await openStage();
    try {
      const tried = await runHistories(planHistories(HISTORIES, [HISTORIES]), {
        describe: ({ troubles }) => troubles.map(describeTrouble).join('; '),
        run: (plan) => runHistory(stage, plan),
        faultsOf: (result) => faultsOf(result, stage.undisturbed),
      });
      const failed = tried.faults.length;
      return { passed: HISTORIES - failed, failed, details: detailsOf(tried) };
    } finally {
      await stage.close();
    }
  },
};

function detailsOf({ results, faults, minutes }: TriedHistories<HistoryResult>): string {
  const calls = results.flatMap((result) => result.calls);
  const lost = calls.filter(({ state }) => state === 'failed').length;
  const asked = results.reduce((sum, result) => sum + result.asked.length, 0);
  const troubles = results.reduce((sum, result) => sum + result.troubles, 0);
  const lostIn = (step: number) => calls.filter((call) => call.step === stepAt(step) && call.state === 'failed').length;
  const fewest = Math.min(...shippedNumbers.map(lostIn));
  const text = `${HISTORIES} runs of nine steps (seed ${SEED}), the engine against the built server and the stand-in provider over HTTP,
${minutes.toFixed(1)} minutes; the server killed by SIGKILL in every step, at random points within; the page crashing as well. The last
one at real speed, the others on a clock of their own.

- ${HISTORIES - faults.length} of ${HISTORIES}: the run ended, its outputs and drafts are those of the undisturbed run, and each step was bought once but
  where the server died in it.
- ${troubles} deaths of server or page; ${calls.length} calls on the server's books, of which ${lost} were under way when it died (in every step at
  least ${fewest}); ${asked} requests at the provider.`;
  return withFaults(text, faults);
}
