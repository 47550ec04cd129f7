import { openStageWith } from './open-stage.ts';
import { type Proof, withFaults } from './proof.ts';
import { runHistories, type TriedHistories } from './run-histories.ts';
import { describeKill, faultsOf, type KillResult, planKills, runKill, SEED } from './suggest-kills/run-suggest-kill.ts';

/** Half of the histories kill the client, half the server. */
const HISTORIES = 200;

/** Suggestions during whose calls client or server die. */
export const suggestKills: Proof = {
  async run() {
    const stage = await openStageWith(async () => ({}));
    try {
      const tried = await runHistories(planKills(HISTORIES), {
        describe: describeKill,
        run: (plan) => runKill(stage, plan),
        faultsOf,
      });
      const failed = tried.faults.length;
      return { passed: HISTORIES - failed, failed, details: detailsOf(tried) };
    } finally {
      await stage.close();
    }
  },
};

function detailsOf({ results, faults, minutes }: TriedHistories<KillResult>): string {
  const calls = results.reduce((sum, result) => sum + result.calls.length, 0);
  const lost = results.reduce((sum, result) => sum + result.died.size, 0);
  const asked = results.reduce((sum, result) => sum + result.asked, 0);
  const text = `${HISTORIES} suggestions inside a post (seed ${SEED}), the admin's own card without its screen against the built server and
the stand-in provider over HTTP, ${minutes.toFixed(1)} minutes; ${HISTORIES / 2} times the client was killed, ${HISTORIES / 2} times the server by SIGKILL, at
random points from the press to the answer.

- ${HISTORIES - faults.length} of ${HISTORIES}: the answer was found again and put in, bought once; where the server died in the call one further attempt
  was made, and both are on the books with what they cost.
- ${calls} calls on the server's books, of which ${lost} were under way when it died; ${asked} requests at the provider.`;
  return withFaults(text, faults);
}
