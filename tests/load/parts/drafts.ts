import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { openSqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { newDraftId, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import { startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';
import { benchFolder } from '../data-folder.ts';
import { timeFrom, windowMemory } from '../page-figures.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';
import { makeVocabulary, seededRandom } from '../vocabulary.ts';

const DRAFTS = 2000;
const RUNS = 50;
const WORDS = 300;
/** The number of characters of the one draft that is larger than a post may be. */
const LARGE = 3_900_000;
const OPENINGS = 10;
const LIST_BUDGET = 200;
const MEMORY_BUDGET = 300;

interface Row {
  id: string;
  kind: 'draft' | 'run';
  update: Uint8Array;
}

/** Measures two thousand drafts, fifty runs and a draft of 4 MB on one device (docs/rules.md, "Budgets"). */
export async function measureDrafts(): Promise<PartResult> {
  const rows = makeRows();
  const desktop = await measureDesktop(rows);
  const server = await startBuiltServer('http://127.0.0.1:9/v1');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_ARGUMENTS] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: server.address });
    await context.addCookies([{ ...server.session, url: server.address }]);
    const page = await context.newPage();
    const found = await measureBrowser(page, browser, rows);
    const list = percentile(found.lists, 0.95);
    const check = (what: string, ms: number): Check => ({
      what,
      budget: `< ${LIST_BUDGET} ms`,
      measured: `${figure(ms, 1)} ms`,
      isMet: ms < LIST_BUDGET,
    });
    return {
      checks: [
        check(`the list of ${figure(DRAFTS)} drafts in a browser, p95`, list),
        check(`the same from the desktop's database`, desktop.again),
        {
          what: `memory of the window with ${figure(DRAFTS)} drafts and ${RUNS} runs`,
          budget: `< ${MEMORY_BUDGET} MB`,
          measured: `${figure(found.memory)} MB`,
          isMet: found.memory < MEMORY_BUDGET,
        },
      ],
      details: `${table(
        ['what', 'ms'],
        [
          ['summaries made for the first time, desktop', figure(desktop.first)],
          ['read again, desktop', figure(desktop.again, 1)],
          ['the first list of all, browser', figure(found.first)],
          ['the list after another tab, median', figure(percentile(found.lists, 0.5), 1)],
          ['a draft opened, median', figure(percentile(found.forms, 0.5))],
          [`a draft of ${figure(LARGE)} characters opened`, figure(found.large)],
          ['a key in it, slowest of five', figure(found.key)],
        ],
      )}

Headless Chromium, 1280 × 800, IndexedDB filled with ${figure(DRAFTS)} drafts of ${WORDS} words, ${RUNS} runs and one large draft. Memory is the
window's process as the kernel counts it, after its garbage was collected, with the list in sight; its JavaScript heap: ${figure(found.heap)} MB.`,
    };
  } finally {
    await browser.close();
    await server.remove();
  }
}

function makeRows(): Row[] {
  const vocabulary = makeVocabulary();
  const random = seededRandom(17);
  const word = () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const draft = (number: number, content: string): Row => {
    const document = openNewDraft(newDraftId(`bench-${number}`));
    writeValues(document, { title: `Draft ${number}`, content });
    document.touch(Date.now() - number * 1000);
    return { id: document.id, kind: 'draft', update: document.encode() };
  };
  const rows = Array.from({ length: DRAFTS }, (_, index) => draft(index + 1, words(WORDS)));
  const paragraph = `${words(60)}\n\n`;
  rows.push(draft(0, paragraph.repeat(Math.ceil(LARGE / paragraph.length)).slice(0, LARGE)));
  for (let number = 0; number < RUNS; number += 1) {
    const document = openDocument({ id: `run:bench-${number}`, kind: 'run' });
    document.setField('output', words(3000));
    rows.push({ id: document.id, kind: 'run', update: document.encode() });
  }
  return rows;
}

async function measureDesktop(rows: readonly Row[]): Promise<{ first: number; again: number }> {
  const folder = path.join(benchFolder, `drafts-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const { store } = openSqliteStore({ file: path.join(folder, 'drafts.sqlite'), clock: systemClock });
  try {
    for (const { id, kind, update } of rows) await store.append({ id, kind }, update);
    const timed = async () => {
      const started = performance.now();
      await store.summaries();
      return performance.now() - started;
    };
    return { first: await timed(), again: await timed() };
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureBrowser(page: Page, browser: Browser, rows: readonly Row[]) {
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'ninefold-workspace'),
  );
  for (let start = 0; start < rows.length; start += 200) {
    const part = rows.slice(start, start + 200);
    await page.evaluate(
      fillDatabase,
      part.map(({ id, kind, update }) => ({ id, kind, update: Buffer.from(update).toString('base64') })),
    );
  }
  await page.reload();
  await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  const list = page.getByRole('region', { name: /^Not saved yet/ });
  const began = performance.now();
  await list.waitFor({ timeout: 120_000 });
  const first = performance.now() - began;

  const lists: number[] = [];
  for (let number = 0; number < OPENINGS; number += 1) {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await list.waitFor({ state: 'detached' });
    lists.push(
      await page.evaluate(timeFrom, {
        selector: '[role=tab]',
        text: 'Posts',
        wanted: 'a[aria-label^="Continue with"]',
      }),
    );
  }
  const { memory, heap } = await windowMemory(page, browser);
  const forms: number[] = [];
  for (let number = 1; number <= 5; number += 1) {
    const name = `Continue with Draft ${number}`;
    forms.push(await page.evaluate(timeFrom, { selector: `a[aria-label="${name}"]`, text: '', wanted: '.cm-content' }));
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await list.waitFor();
  }
  // The newest draft is the first of the list.
  const name = 'Continue with Draft 0';
  const large = await page.evaluate(timeFrom, { selector: `a[aria-label="${name}"]`, text: '', wanted: '.cm-content' });
  await page.getByText('Too large for one post').waitFor();
  let key = 0;
  await page.locator('.cm-content').focus();
  for (let number = 0; number < 5; number += 1) {
    const started = performance.now();
    await page.keyboard.press('x');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
    key = Math.max(key, performance.now() - started);
  }
  return { first, lists, forms, large, key, memory, heap };
}

/** Runs in the page: writes documents in the store's format. */
async function fillDatabase(rows: { id: string; kind: string; update: string }[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('ninefold-workspace');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction(['documents', 'updates'], 'readwrite');
  for (const { id, kind, update } of rows) {
    transaction.objectStore('documents').put({ id, kind });
    const bytes = Uint8Array.from(atob(update), (character) => character.charCodeAt(0));
    transaction.objectStore('updates').add({ documentId: id, update: bytes });
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}
