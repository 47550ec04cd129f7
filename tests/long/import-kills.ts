import { killImports, SEED } from '#tests/faults/import-kills/kill-imports.ts';
import { type Proof, withFaults } from './proof.ts';

const KILLS = 50;
const POSTS = 200;

/** Fifty kills of one import: nothing is missing, nothing is doubled. */
export const importKills: Proof = {
  async run() {
    const started = performance.now();
    const { faults } = await killImports(KILLS, POSTS, (number) => {
      if (number % 10 === 0) process.stderr.write(`  ${number} kills\n`);
    });
    const minutes = (performance.now() - started) / 60_000;
    const text = `${KILLS} kills (seed ${SEED}) of the import of one Ghost export of ${POSTS} posts, by SIGKILL of the built command at rows of its own notes, ${minutes.toFixed(1)} minutes. Everything there, once: ${faults.length === 0 ? 'yes' : 'no'}.`;
    const details = withFaults(
      text,
      faults.map((fault) => `- ${fault}`),
    );
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details };
  },
};
