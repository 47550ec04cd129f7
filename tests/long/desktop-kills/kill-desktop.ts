import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { type CutNetwork, openNetwork } from '#tests/desktop/cut-network.ts';
import { type DesktopApp, startApp } from '#tests/desktop/desktop-app.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { content, contentText } from '#tests/e2e/support/content-field.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import type { ServerProcess } from '#tests/load/server-process.ts';
import { KEYS_A_SECOND, planRounds } from '../kills/kill-browser.ts';
import { typeSteadily } from '../kills/typing.ts';
import { type Verdict, verdictOn } from '../kills/verdict.ts';

export interface DesktopKills {
  rounds: Verdict[];
  /** Whether in the end the server has everything, and so has a computer that has just been connected. */
  isEverywhere: boolean;
}

const POST = {
  slug: 'once-saved',
  title: 'Once Saved',
  excerpt: 'It was there before.',
  content: 'A first paragraph that is on the server. ',
  category: 'technology',
  publishedAt: '2026-01-01T10:00:00.000Z',
};
const ARRIVES_WITHIN = 60_000;

/**
 * Types into a post in the desktop app, kills its main process at a random point, and in every second round first the
 * server, and checks what the next start shows; the server comes back after it.
 */
export async function runDesktopKills(
  { from = 1, to }: { from?: number; to: number },
  tell: (line: string) => void = () => {},
): Promise<DesktopKills> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-desktop-kills-'));
  const dataFolder = path.join(folder, 'server');
  await mkdir(dataFolder);
  await seedSite(dataFolder, [POST]);
  let server: ServerProcess = await startOurServer(dataFolder);
  const network = await openNetwork(server.address);
  const apps: DesktopApp[] = [];
  const start = async (computer: string) => {
    const app = await startApp({ folder: path.join(folder, computer) });
    apps.push(app);
    return app;
  };
  try {
    let app = await start('one');
    let page = await connectAndSignIn(app, network);
    await openForm(page);
    const rounds: Verdict[] = [];
    for (const { number, text, killAfter } of planRounds(to, 1).slice(from - 1)) {
      const before = await contentText(page);
      await content(page).focus();
      await page.keyboard.press('Control+End');
      const typing = typeSteadily(page, text, KEYS_A_SECOND);
      const isServerKilled = number % 2 === 0;
      await wait(killAfter / 2);
      if (isServerKilled) process.kill(server.pid, 'SIGKILL');
      await wait(killAfter / 2);
      const stopped = typing.stop();
      const killedAt = performance.now();
      await app.kill();
      await stopped;

      // If the server is dead, this is a start without a network.
      app = await start('one');
      page = await app.page();
      await page.getByText('Welcome, ').waitFor();
      await openForm(page);
      const after = await contentText(page);
      const verdict = verdictOn({ before, sent: typing.sent(), taken: typing.taken(), killedAt, after });
      rounds.push(verdict);
      tell(
        `${number}. killed after ${Math.round(killAfter)} ms${isServerKilled ? ', the server before' : ''}: ${verdict.typed} keys typed, ${verdict.back} back${verdict.fault ? ` — ${verdict.fault}` : ''}`,
      );
      if (isServerKilled) {
        await server.stop();
        server = await startOurServer(dataFolder);
        network.leadTo(server.address);
      }
    }
    const text = await contentText(page);
    const newcomer = await connectAndSignIn(await start('two'), network);
    await openForm(newcomer);
    return { rounds, isEverywhere: await shows(newcomer, text) };
  } finally {
    for (const app of apps) await app.kill();
    await network.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function connectAndSignIn(app: DesktopApp, network: CutNetwork): Promise<Page> {
  const page = await app.page();
  await page.getByLabel('Address of your server').fill(network.url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Welcome, ').waitFor();
  return page;
}

async function openForm(page: Page): Promise<void> {
  await page.goto(new URL('/admin?edit=1', page.url()).href);
  await content(page).waitFor();
}

async function shows(page: Page, text: string): Promise<boolean> {
  const until = performance.now() + ARRIVES_WITHIN;
  while (performance.now() < until) {
    if ((await contentText(page)) === text) return true;
    await wait(200);
  }
  return false;
}
