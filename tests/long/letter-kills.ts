import { killLetters, SEED } from '#tests/faults/letter-kills/kill-letters.ts';
import { type Proof, withFaults } from './proof.ts';

const PLAN = { letters: 1000, kills: 100 };

/** A letter to a thousand recipients, during which the server is killed a hundred times. */
export const letterKills: Proof = {
  async run() {
    const started = performance.now();
    const { faults, kills, given, underWay, twice } = await killLetters(PLAN, (number) => {
      if (number % 20 === 0) process.stderr.write(`  ${number} kills\n`);
    });
    const minutes = (performance.now() - started) / 60_000;
    const text = `One letter to ${PLAN.letters.toLocaleString('en-US')} subscribers (seed ${SEED}) through a real SMTP server, ${minutes.toFixed(1)} minutes; the built server killed by SIGKILL
${kills} times at random moments while it sent, and started again.

- Subscribers without the letter, or with two although none was under way at a kill: ${faults.length === 0 ? 'none' : 'some'}.
- At ${underWay} of ${kills} kills an answer of the mail server was under way, never more than one; ${twice} of these subscribers got the letter
  twice, under one Message-ID. The admin names all ${underWay} as perhaps twice.
- Letters the mail server was given: ${given.toLocaleString('en-US')}.`;
    const details = withFaults(
      text,
      faults.map((fault) => `- ${fault}`),
    );
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details };
  },
};
