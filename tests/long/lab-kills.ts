import { importWithComponents } from './import-with-components.ts';
import type { LabResult } from './lab-kills/run-lab-kill.ts';
import { openStageWith } from './open-stage.ts';
import { type Proof, withFaults } from './proof.ts';
import { runHistories, type TriedHistories } from './run-histories.ts';

/** Half of the histories kill the client, half the server. */
const HISTORIES = 200;

/** Replays of the prompt lab during whose calls client or server die. */
export const labKills: Proof = {
  async run() {
    const { describeLabKill, faultsOf, planLabKills, runLabKill, SEED } = await importWithComponents<
      typeof import('./lab-kills/run-lab-kill.ts')
    >('tests/long/lab-kills/run-lab-kill.ts');
    const stage = await openStageWith(async () => ({}));
    try {
      const tried = await runHistories(planLabKills(HISTORIES), {
        describe: describeLabKill,
        run: (plan) => runLabKill(stage, plan),
        faultsOf,
      });
      const failed = tried.faults.length;
      return { passed: HISTORIES - failed, failed, details: detailsOf(tried, SEED) };
    } finally {
      await stage.close();
    }
  },
};

function detailsOf({ results, faults, minutes }: TriedHistories<LabResult>, seed: number): string {
  const calls = results.reduce((sum, result) => sum + result.calls.length, 0);
  const lost = results.reduce((sum, result) => sum + result.died.size, 0);
  const asked = results.reduce((sum, result) => sum + result.asked, 0);
  const text = `${HISTORIES} replays of a prompt on two past runs each (seed ${seed}), the admin's own store without its screen against the
built server and the stand-in provider over HTTP, ${minutes.toFixed(1)} minutes; ${HISTORIES / 2} times the client was killed, ${HISTORIES / 2} times the server
by SIGKILL, at random points from the press to the second answer.

- ${HISTORIES - faults.length} of ${HISTORIES}: both answers stand in the lab beside what the runs have, each bought once; where the server died in a call
  one further attempt was made, and both are on the books with what they cost.
- ${calls} calls on the server's books, of which ${lost} were under way when it died; ${asked} requests at the provider.`;
  return withFaults(text, faults);
}
