import { killWebhooks, SEED } from '#tests/faults/webhook-kills/kill-webhooks.ts';
import { type Proof, withFaults } from './proof.ts';

const PLAN = { posts: 500, kills: 100 };

/** A thousand events of posts, during whose delivery the server is killed a hundred times. */
export const webhookKills: Proof = {
  async run() {
    const started = performance.now();
    const result = await killWebhooks(PLAN, (number) => {
      if (number % 20 === 0) process.stderr.write(`  ${number} kills\n`);
    });
    const { faults, kills, events, sent, repeats, outOfOrder } = result;
    const minutes = (performance.now() - started) / 60_000;
    const text = `${events.toLocaleString('en-US')} events of ${PLAN.posts} posts (seed ${SEED}), told to a receiver over HTTP, ${minutes.toFixed(1)} minutes; the built server killed by SIGKILL
${kills} times at random moments while posts were written beside it and it told of them, and started again.

- Events the receiver was never told, told under another id, in other words, or not signed: ${faults.length === 0 ? 'none' : 'some'}.
- Messages it was sent: ${sent.toLocaleString('en-US')}, of which ${repeats} a second time, under the same id and in the same words: at most one a kill.
- Messages that came for the first time behind one of a later event: ${outOfOrder}. Order is not promised; \`at\` tells it.`;
    const details = withFaults(
      text,
      faults.map((fault) => `- ${fault}`),
    );
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details };
  },
};
