import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Site } from '#tests/e2e/site/sites.ts';
import { content, contentText } from '#tests/e2e/support/content-field.ts';
import { emptyWorkspace } from '#tests/e2e/support/empty-workspace.ts';
import { signIn } from '#tests/e2e/support/sign-in.ts';
import { createWordSource, makeVocabulary, seededRandom } from '#tests/load/vocabulary.ts';
import { startKillableBrowser } from './killable-browser.ts';
import { typeSteadily } from './typing.ts';
import { type Verdict, verdictOn } from './verdict.ts';

export const KEYS_A_SECOND = 20;
/** A kill comes at the latest this many milliseconds after the first key. */
export const KILL_WITHIN = 3000;
/** The seed from which all rounds follow. */
export const SEED = 20261120;

/** The plan of a round: where and what is typed, and when the browser dies. The same number gives the same plan. */
export interface RoundPlan {
  number: number;
  address: string;
  text: string;
  /** The milliseconds after the first key. */
  killAfter: number;
}

/** Returns the plans of so many rounds; odd ones write a new post, even ones at the end of an existing post. */
export function planRounds(count: number, knownPost: number): RoundPlan[] {
  const draw = createWordSource(makeVocabulary());
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const random = seededRandom(SEED + number);
    const killAfter = random() * KILL_WITHIN;
    let text = '';
    while (text.length < (KEYS_A_SECOND * KILL_WITHIN) / 1000 + 20) {
      text += `${draw(random)}${random() < 0.1 ? '.\n' : ' '}`;
    }
    return { number, address: number % 2 === 1 ? '/admin#new' : `/admin?edit=${knownPost}`, text, killAfter };
  });
}

/** Types into a post's Content, kills the browser at the planned moment, and checks what the next browser shows. */
export async function runRound(site: Site, { address, text, killAfter }: RoundPlan): Promise<Verdict> {
  const profile = await mkdtemp(path.join(tmpdir(), 'ninefold-kill-'));
  try {
    // Each round is a new computer: text typed in an earlier round must not appear in its form.
    await emptyWorkspace(site);
    const first = await openForm(site, profile, address);
    const before = await contentText(first.page);
    await content(first.page).focus();
    await first.page.keyboard.press('Control+End');
    const typing = typeSteadily(first.page, text, KEYS_A_SECOND);
    await wait(killAfter);
    // By now a new post's form has its own address.
    const { pathname, search, hash } = new URL(first.page.url());
    const stopped = typing.stop();
    const killedAt = performance.now();
    await first.kill();
    await stopped;

    const second = await openForm(site, profile, pathname + search + hash);
    const after = await contentText(second.page);
    await second.kill();
    return verdictOn({ before, sent: typing.sent(), taken: typing.taken(), killedAt, after });
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function openForm(site: Site, profile: string, address: string) {
  const { context, kill } = await startKillableBrowser(profile);
  try {
    await signIn(context, site);
    const page: Page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${site.url}${address}`);
    await content(page).waitFor();
    return { page, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}
