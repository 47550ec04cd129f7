import { type BatchPlan, faultsOf, type KilledBatch, killBatch, SEED } from './batch-kills/kill-batch.ts';
import { openStageWith } from './open-stage.ts';
import { type Proof, withFaults } from './proof.ts';

const BATCHES = 10;
const TOPICS = 3;
/** Of the server in one batch. */
const KILLS = 10;

/** Batches that the server drives, in which it is killed a hundred times. */
export const batchKills: Proof = {
  async run() {
    const stage = await openStageWith(async () => ({}));
    const started = performance.now();
    const results: KilledBatch[] = [];
    const faults: string[] = [];
    try {
      for (let number = 1; number <= BATCHES; number += 1) {
        const plan: BatchPlan = { number, topics: TOPICS, kills: KILLS };
        const result = await killBatch(stage, plan);
        results.push(result);
        faults.push(...faultsOf(result).map((fault) => `- batch ${number}: ${fault}`));
        console.error(`batch ${number} of ${BATCHES}: ${result.kills} kills, ${result.died.size} calls under way`);
      }
    } finally {
      await stage.close();
    }
    const failed = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).size;
    const minutes = (performance.now() - started) / 60_000;
    return { passed: BATCHES - failed, failed, details: withFaults(detailsOf(results, { failed, minutes }), faults) };
  },
};

function detailsOf(results: readonly KilledBatch[], { failed, minutes }: { failed: number; minutes: number }): string {
  const sum = (of: (result: KilledBatch) => number) => results.reduce((total, result) => total + of(result), 0);
  const calls = sum((result) => [...result.calls.values()].flat().length);
  return `${BATCHES} batches of ${TOPICS} topics, all at once (seed ${SEED}), the built server and the stand-in provider over HTTP, ${minutes.toFixed(1)} minutes
at real speed; the server killed by SIGKILL at random moments, up to ${KILLS} times a batch.

- ${BATCHES - failed} of ${BATCHES}: every topic was done after all its steps, each step bought once but where the server died in it, and then once
  more for each such death; both are booked with what they cost; every draft is there once.
- ${sum(({ kills }) => kills)} kills; ${calls} calls on the server's books, of which ${sum(({ died }) => died.size)} were under way when it died; ${sum(({ asked }) => asked)} requests at the provider.`;
}
