import { killMoves, SEED } from '#tests/faults/blob-kills/kill-moves.ts';
import { type Proof, withFaults } from './proof.ts';

const KILLS = 100;
const BLOBS = 120;

/** A hundred kills of moves into an object store: every byte is there, and little is sent twice. */
export const blobs: Proof = {
  async run() {
    const started = performance.now();
    const { kills, moves, twice, faults } = await killMoves(KILLS, BLOBS, (number) => {
      if (number % 10 === 0) process.stderr.write(`  ${number} kills\n`);
    });
    const minutes = (performance.now() - started) / 60_000;
    const text = `${kills} kills (seed ${SEED}) of ${moves} moves of ${BLOBS} files each, one of them of 9 MiB, from a folder into an object store (s3rver), by SIGKILL of the built command at lines of its receipt, ${minutes.toFixed(1)} minutes. Every file there with its bytes, none gone from the folder: ${faults.length === 0 ? 'yes' : 'no'}. Sent twice, because a kill came before their line: ${twice}.`;
    const details = withFaults(
      text,
      faults.map((fault) => `- ${fault}`),
    );
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details };
  },
};
