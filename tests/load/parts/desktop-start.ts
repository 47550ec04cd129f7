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
import { timeFrom, windowMemory } from '../page-figures.ts';
import { residentMemory } from '../process-figures.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { makeVocabulary } from '../vocabulary.ts';

const DOCUMENTS = 5000;
const WORDS = 300;
const STARTS = 5;
const BUDGET = 1500;
const ROUNDS = 20;
/** The median milliseconds for Edit, and for a save that the server has answered. */
const USE_BUDGET = 500;
/** The MB of the window's process. */
const MEMORY_BUDGET = 300;
/** The milliseconds that the exchange may take for all drafts. */
const SYNC = 240_000;

/**
 * Measures the desktop app under the stand-in for Electron, from its start to a list of posts that can be used, and the
 * first actions in it.
 */
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
    const use = await measureUse(folder);
    return {
      checks: [
        {
          what: `the desktop app's start to a usable list, ${figure(DOCUMENTS)} drafts on the computer`,
          budget: '≤ 1.5 s',
          measured: `${figure(middle)} ms`,
          isMet: middle <= BUDGET,
        },
        ...checksOf(use),
      ],
      details: `From starting the main process to the first post of the list in the window, signed in and synced; the drafts have ${WORDS} words each.
Under the stand-in for Electron (Node 24 and Chromium); median of ${STARTS} starts:
${took.map((value) => figure(value)).join(', ')} ms.
What of it is the stand-in's own, and counted all the same: ${figure(median(starts.map(({ loading }) => loading)))} ms until Node has started and read the
stand-in, which is TypeScript; and ${figure(median(starts.map(({ browser }) => browser)))} ms until its Chromium is there, which begins when the app is ready. Electron is its own
browser, and loads as it starts. Beside it: the page goes through a server on this computer, and each answer to it as text
through the DevTools protocol. Its files with hashed names come from Chromium's cache, where in Electron main gives them.

${tableOf(use)}

${ROUNDS} times one after the other: Edit of the newest post until its text can be typed in, another title, Update Post until the
list is there again, the server having answered. Memory as the kernel counts it: the window's after its garbage was collected, with the list
in sight (its JavaScript heap: ${figure(use.heap)} MB), before anything was opened and at the end; the main process, which is Node here, at the end.`,
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

/** The milliseconds of a start, and the stand-in's own share of them. */
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

/** The milliseconds of each round, and MB. */
interface Use {
  edits: number[];
  saves: number[];
  memory: { first: number; last: number; main: number };
  heap: number;
}

/** Measures what an owner does first, in an app that was started again. */
async function measureUse(folder: string): Promise<Use> {
  const app = await startApp({ folder });
  const page = await app.page();
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const edit = 'article a[href*="edit="]';
  await page.locator(edit).first().waitFor();
  const { memory: first } = await windowMemory(page, browser);
  const [edits, saves]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    edits.push(
      await page.evaluate(timeFrom, { selector: edit, text: '', wanted: '.cm-content[contenteditable=true]' }),
    );
    await page.getByLabel('Title', { exact: true }).fill(`Written in round ${round}`);
    saves.push(await page.evaluate(timeFrom, { selector: 'button', text: 'Update Post', wanted: edit }));
    await page.getByRole('article', { name: `Written in round ${round}` }).waitFor();
  }
  const { memory: last, heap } = await windowMemory(page, browser);
  const main = residentMemory(await app.evaluate(() => process.pid)).now;
  await app.quit();
  return { edits, saves, memory: { first, last, main }, heap };
}

function checksOf({ edits, saves, memory }: Use): Check[] {
  const within = (what: string, times: readonly number[]): Check => {
    const middle = median(times);
    return { what, budget: `< ${USE_BUDGET} ms`, measured: `${figure(middle)} ms`, isMet: middle < USE_BUDGET };
  };
  const most = Math.max(memory.first, memory.last);
  return [
    within('Edit in it, until the text can be typed in', edits),
    within('Update Post in it, until the list is there again', saves),
    {
      what: 'memory of its window',
      budget: `< ${MEMORY_BUDGET} MB`,
      measured: `${figure(most)} MB`,
      isMet: most < MEMORY_BUDGET,
    },
  ];
}

function tableOf({ edits, saves, memory }: Use): string {
  const row = (what: string, times: readonly number[]) => [
    what,
    ...[percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map((time) => `${figure(time)} ms`),
  ];
  const megabytes = [memory.first, memory.last, memory.main].map((value) => `${figure(value)} MB`);
  return `${table(['what', 'median', 'p95', 'slowest'], [row('Edit', edits), row('Update Post', saves)])}

${table(['memory', 'window, first', 'window, at the end', 'main process'], [['', ...megabytes]])}`;
}
