import type { SitePost } from '#tests/e2e/content/site-post.ts';
import { startSite } from '#tests/e2e/site/start-site.ts';
import { percentile } from '#tests/load/statistics.ts';
import { KEYS_A_SECOND, KILL_WITHIN, planRounds, runRound, SEED } from './kills/kill-browser.ts';
import type { Verdict } from './kills/verdict.ts';
import { type Proof, withFaults } from './proof.ts';

const ROUNDS = 50;
/** The number of the only post on the site. */
const KNOWN_POST = 1;
const post: SitePost = {
  slug: 'once-saved',
  title: 'Once Saved',
  excerpt: 'It was there before.',
  content: 'A first paragraph that is on the server.\n\nAnd a second. ',
  category: 'technology',
  publishedAt: '2026-01-01T10:00:00.000Z',
};

/** Fifty browsers killed while a post is being typed. */
export const kills: Proof = {
  async run() {
    const site = await startSite([post]);
    const verdicts: Verdict[] = [];
    const faults: string[] = [];
    try {
      for (const plan of planRounds(ROUNDS, KNOWN_POST)) {
        const verdict = await runRound(site, plan);
        verdicts.push(verdict);
        const told = `killed after ${Math.round(plan.killAfter)} ms: ${verdict.typed} keys typed, ${verdict.back} back, ${Math.round(verdict.lostMs)} ms lost`;
        process.stderr.write(`  ${plan.number}. ${told}${verdict.fault ? ` — ${verdict.fault}` : ''}\n`);
        if (verdict.fault) faults.push(`- round ${plan.number} (${plan.address}), ${told}: ${verdict.fault}`);
      }
    } finally {
      await site.stop();
    }
    return { passed: verdicts.length - faults.length, failed: faults.length, details: detailsOf(verdicts, faults) };
  },
};

function detailsOf(verdicts: readonly Verdict[], faults: readonly string[]): string {
  const lost = verdicts.map(({ lostMs }) => lostMs);
  const sum = (count: (verdict: Verdict) => number) =>
    verdicts.reduce((total, verdict) => total + count(verdict), 0).toLocaleString('en-US');
  const middle = Math.round(percentile(lost, 0.5));
  const text = `${verdicts.length} rounds (seed ${SEED}), half in a new post and half in a stored one. Up to ${KEYS_A_SECOND} keys a second; all processes of
Chromium killed by SIGKILL 0 to ${KILL_WITHIN / 1000} s after the first key, then a new Chromium on the same profile.

- ${verdicts.length - faults.length} of ${verdicts.length}: what came back was a prefix of what was typed and lacked at most the last second.
- ${sum(({ typed }) => typed)} keys typed, ${sum(({ back }) => back)} of them back; everything back in ${verdicts.filter(({ typed, back }) => back >= typed).length} rounds.
- From the oldest missing key to the kill: median ${middle} ms, at most ${Math.round(Math.max(...lost))} ms.`;
  return withFaults(text, faults);
}
