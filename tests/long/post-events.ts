import { KILL_WITHIN, killDeliveries, SEED, WRITES_BEFORE_KILL } from '#tests/faults/post-events/kill-deliveries.ts';
import { type Proof, withFaults } from './proof.ts';

const ROUNDS = 200;

/**
 * Two hundred kills of a process that writes posts: each going live is recorded once, and every listener is told of it.
 */
export const postEvents: Proof = {
  async run() {
    const started = performance.now();
    const { faults, goingsLive, events, again } = await killDeliveries(ROUNDS, (number) => {
      if (number % 20 === 0) process.stderr.write(`  ${number} kills\n`);
    });
    const minutes = (performance.now() - started) / 60_000;
    const text = `${ROUNDS} kills (seed ${SEED}) on one database, ${minutes.toFixed(1)} minutes. A process publishes, schedules, takes down, deletes, imports
and publishes in bulk, and tells two listeners of it; it is killed by SIGKILL 0 to ${KILL_WITHIN} ms after ${WRITES_BEFORE_KILL} to ${2 * WRITES_BEFORE_KILL} writes.

- ${goingsLive.toLocaleString('en-US')} times a post went live, as SQLite's own triggers saw it; recorded once each: ${faults.length === 0 ? 'yes' : 'no'}.
- ${events.toLocaleString('en-US')} events; given to a listener a second time: ${again.toLocaleString('en-US')}, which acted on none of them twice.`;
    const details = withFaults(
      text,
      faults.map((fault) => `- ${fault}`),
    );
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details };
  },
};
