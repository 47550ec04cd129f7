import { openStageWith } from './open-stage.ts';
import { type Proof, withFaults } from './proof.ts';
import {
  describeQueueKill,
  faultsOfQueue,
  planQueueKills,
  type QueueResult,
  runQueueKill,
  SEED,
} from './queue-kills/run-queue-kill.ts';
import { runHistories, type TriedHistories } from './run-histories.ts';

const HISTORIES = 200;

/** The owner's saves, publications and taking offline, while network, program and server die. */
export const queueKills: Proof = {
  async run() {
    const stage = await openStageWith(async () => ({}));
    const { server } = stage;
    const owned = {
      fetch: (path: string, init: RequestInit) => server.fetch(path, init),
      async kill() {
        await server.kill();
        await server.start();
      },
    };
    try {
      const tried = await runHistories(planQueueKills(HISTORIES), {
        describe: describeQueueKill,
        async run(plan) {
          // A history whose server could not be started again must leave the others a running one.
          await server.start();
          return runQueueKill(owned, plan);
        },
        faultsOf: faultsOfQueue,
      });
      const failed = tried.faults.length;
      return { passed: HISTORIES - failed, failed, details: detailsOf(tried) };
    } finally {
      await stage.close();
    }
  },
};

function detailsOf({ results, faults, minutes }: TriedHistories<QueueResult>): string {
  const sum = (count: (result: QueueResult) => number) =>
    results.reduce((total, result) => total + count(result), 0).toLocaleString('en-US');
  const text = `${HISTORIES} histories (seed ${SEED}) of one computer against the built server over HTTP, ${minutes.toFixed(1)} minutes: posts are made, saved
and switched while the network is there, is gone, or loses the answers, which in every second history come late.

- ${sum(({ asked }) => asked)} things asked for; the program killed ${sum(({ kills }) => kills)} times at random moments, the server ${sum(({ serverKills }) => serverKills)} times by SIGKILL.
- ${HISTORIES - faults.length} of ${HISTORIES}: no word lost, no post made twice, no save stored twice, nothing left waiting once the server answered.`;
  return withFaults(text, faults);
}
