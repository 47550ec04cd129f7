import { KILL_WITHIN, killWhileWriting, type RoundResult, SEED } from '#tests/faults/kill-writes/kill-while-writing.ts';
import { percentile } from '#tests/load/statistics.ts';
import { type Proof, withFaults } from './proof.ts';

const ROUNDS = 100;

/** A hundred kills of the server under write load: what it has acknowledged is there. */
export const killWrites: Proof = {
  async run() {
    const started = performance.now();
    const results = await killWhileWriting(ROUNDS, ({ number, killAfter, promises, faults }) => {
      const told = `  ${number}. killed after ${Math.round(killAfter)} ms, ${promises} writes acknowledged`;
      process.stderr.write(`${told}${faults.length > 0 ? ` — ${faults.join('; ')}` : ''}\n`);
    });
    const failed = results.filter(({ faults }) => faults.length > 0);
    const minutes = (performance.now() - started) / 60_000;
    return { passed: results.length - failed.length, failed: failed.length, details: detailsOf(results, minutes) };
  },
};

function detailsOf(results: readonly RoundResult[], minutes: number): string {
  const failed = results.filter(({ faults }) => faults.length > 0);
  const promises = results.map((result) => result.promises);
  const sum = promises.reduce((total, each) => total + each, 0).toLocaleString('en-US');
  const text = `${results.length} rounds (seed ${SEED}) on one site, ${minutes.toFixed(1)} minutes. Posts are created and saved again, changes
kept beside live posts that take their place within a second, pictures uploaded and deleted, messages sent, six writers at once without
a pause; the server is killed by SIGKILL 0 to ${KILL_WITHIN / 1000} s after the first answer and started again.

- ${results.length - failed.length} of ${results.length}: every write that was ever acknowledged is there, \`integrity_check\` and \`foreign_key_check\` find nothing, each
  change is in its place once, no picture lacks a file and no file a picture.
- ${sum} writes acknowledged, a median of ${percentile(promises, 0.5)} a round.`;
  return withFaults(
    text,
    failed.map(({ number, faults }) => `- round ${number}: ${faults.join('; ')}`),
  );
}
