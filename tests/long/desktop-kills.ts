import { percentile } from '#tests/load/statistics.ts';
import { buildDesktop } from '../../scripts/build-desktop.ts';
import { runDesktopKills } from './desktop-kills/kill-desktop.ts';
import { KEYS_A_SECOND, KILL_WITHIN, SEED } from './kills/kill-browser.ts';
import { type Proof, withFaults } from './proof.ts';

const ROUNDS = 200;

/** Two hundred desktop apps killed while a post is being typed, every second time with the server. */
export const desktopKills: Proof = {
  async run() {
    buildDesktop();
    const { rounds, isEverywhere } = await runDesktopKills({ to: ROUNDS }, (line) =>
      process.stderr.write(`  ${line}\n`),
    );
    const faults = rounds.flatMap(({ fault }, index) => (fault ? [`- round ${index + 1}: ${fault}`] : []));
    if (!isEverywhere) faults.push('- a new computer did not get all that was written');
    const lost = rounds.map(({ lostMs }) => lostMs);
    const sum = (count: (round: (typeof rounds)[number]) => number) =>
      rounds.reduce((total, round) => total + count(round), 0).toLocaleString('en-US');
    const text = `${rounds.length} rounds (seed ${SEED}) in one post. Up to ${KEYS_A_SECOND} keys a second; SIGKILL to the app's main process 0 to
${KILL_WITHIN / 1000} s after the first key, in every second round to the server before that, then a new start on the same data.

- ${rounds.filter(({ fault }) => fault === null).length} of ${rounds.length}: what came back was a prefix of what was typed and lacked at most the last second.
- ${sum(({ typed }) => typed)} keys typed, ${sum(({ back }) => back)} of them back.
- From the oldest missing key to the kill: median ${Math.round(percentile(lost, 0.5))} ms, at most ${Math.round(Math.max(...lost))} ms.
- In the end a computer that was connected for the first time ${isEverywhere ? 'had' : 'had not'} every word.`;
    return {
      passed: rounds.length + 1 - faults.length,
      failed: faults.length,
      details: withFaults(text, faults),
    };
  },
};
