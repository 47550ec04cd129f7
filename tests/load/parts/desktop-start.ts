import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openSqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { giveValues, openNewDraft } from '#shared/workspace/post-draft.ts';
import { dataFolder, startApp } from '#tests/desktop/desktop-app.ts';
import { posts } from '#tests/desktop/desktop-posts.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { startSite } from '#tests/e2e/site/start-site.ts';
import { BROWSER_BEGUN, BROWSER_STARTED, MAIN_BEGUN } from '#tests/electron-host/own-share.ts';
import { buildDesktop } from '../../../scripts/build-desktop.ts';
import { benchFolder } from '../data-folder.ts';
import { figure, type PartResult } from '../report.ts';
import { median } from '../statistics.ts';
import { makeVocabulary } from '../vocabulary.ts';

const DOCUMENTS = 5000;
const WORDS = 300;
const STARTS = 5;
const BUDGET = 1500;
/** Milliseconds the exchange may take for all of them. */
const SYNC = 240_000;

/** The desktop app under the stand-in for Electron, from its start to a list of posts that can be used. */
export async function measureDesktopStart(): Promise<PartResult> {
  buildDesktop();
  const folder = path.join(benchFolder, `desktop-start-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const site = await startSite(posts, {});
  try {
    await connectOnce(folder, site.url);
    await fill(folder);
    await syncAll(folder);
    const starts: Start[] = [];
    for (let start = 0; start < STARTS; start += 1) starts.push(await measureStart(folder));
    const took = starts.map(({ whole }) => whole);
    const middle = median(took);
    return {
      checks: [
        {
          what: `the desktop app's start to a usable list, ${figure(DOCUMENTS)} drafts on the computer`,
          budget: '≤ 1.5 s',
          measured: `${figure(middle)} ms`,
          isMet: middle <= BUDGET,
        },
      ],
      details: `From starting the main process to the first post of the list in the window, signed in and synced; the drafts have ${WORDS} words each.
Under the stand-in for Electron (Node 24 and Chromium); median of ${STARTS} starts:
${took.map((value) => figure(value)).join(', ')} ms.
What of it is the stand-in's own, and counted all the same: ${figure(median(starts.map(({ loading }) => loading)))} ms until Node has started and read the
stand-in, which is TypeScript; and ${figure(median(starts.map(({ browser }) => browser)))} ms until its Chromium is there, which begins when the app is ready. Electron is its own
browser, and loads as it starts. Beside it: the page goes through a server on this computer, and each answer to it as text
through the DevTools protocol. Its files with hashed names come from Chromium's cache, where in Electron main gives them.`,
    };
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function connectOnce(folder: string, url: string): Promise<void> {
  const app = await startApp({ folder });
  const page = await app.page();
  await page.getByLabel('Address of your server').fill(url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('article').first().waitFor();
  await app.quit();
}

async function fill(folder: string): Promise<void> {
  const workspaces = path.join(dataFolder(folder), 'workspaces');
  const [name = ''] = readdirSync(workspaces).filter((file) => file.endsWith('.sqlite'));
  const { store } = openSqliteStore({ file: path.join(workspaces, name), clock: systemClock });
  const vocabulary = makeVocabulary();
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const draft = openNewDraft(`draft:new-many-${index}`);
    const words = Array.from({ length: WORDS }, (_, word) => vocabulary[(index * 31 + word * 7) % vocabulary.length]);
    giveValues(draft, { title: `Draft ${index}`, content: words.join(' ') });
    draft.touch(systemClock.now() - index * 60_000);
    await store.append({ id: draft.id, kind: draft.kind }, draft.encode());
  }
  store.close();
}

async function syncAll(folder: string): Promise<void> {
  const app = await startApp({ folder });
  const page = await app.page();
  await page.getByRole('button', { name: 'Synced' }).waitFor({ timeout: SYNC });
  await app.quit();
}

/** Milliseconds of a start, and what of them is the stand-in's own. */
interface Start {
  whole: number;
  loading: number;
  browser: number;
}

async function measureStart(folder: string): Promise<Start> {
  const begun = performance.now();
  const app = await startApp({ folder });
  const page = await app.page();
  await page.getByRole('article').first().getByRole('link', { name: 'Edit' }).click({ trial: true });
  const whole = performance.now() - begun;
  const [main = 0, browserBegun = 0, browserStarted = 0] = await app.evaluate(
    (_electron, names) => names.map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0),
    [MAIN_BEGUN, BROWSER_BEGUN, BROWSER_STARTED],
  );
  await app.quit();
  return { whole, loading: main, browser: browserStarted - browserBegun };
}
