import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { BROWSER_ARGUMENTS, findBrowser } from '../../../scripts/find-browser.ts';
import { dataFolderWith } from '../data-folder.ts';
import { startOurServer } from '../our-server.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { median } from '../statistics.ts';
import { CPU_SLOWDOWN, type PressTimes, SLOW_4G, timePress } from './press-times.ts';

const TAKEN_BUDGET = 200;
const DONE_BUDGET = 2500;
const TRIES = 5;
/** Enough posts for a second page of the list. */
const POSTS = 200;
/** One of the posts that a first start makes. */
const POST = '/post/nine-squares-from-note-to-published-piece';
/** A word of that post. */
const WORD = 'squares';
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

interface FirstPress {
  what: string;
  at: string;
  viewport?: typeof PHONE;
  /** The selectors that show that the press was accepted, and that its work is done. */
  taken: string;
  done: string;
  press(page: Page): Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const controls: (Omit<FirstPress, 'press'> & { control: (page: Page) => Locator })[] = [
  {
    ...{ what: 'theme', at: '/', taken: 'html.dark', done: 'html.dark' },
    control: (page) => button(page, / theme$/),
  },
  {
    ...{ what: 'menu', at: '/', viewport: PHONE, taken: '.side-menu[open]', done: '.side-menu[open]' },
    control: (page) => page.getByRole('banner').locator('summary'),
  },
  {
    ...{ what: 'a category', at: '/', taken: '.chip[value=technology][aria-busy=true]' },
    done: 'html:has(.chip[value=technology][aria-pressed=true]) #posts:not([aria-busy]) .card',
    control: (page) => button(page, 'Technology'),
  },
  {
    ...{ what: 'Load more posts', at: '/', taken: '[rel=next][aria-busy=true]' },
    done: '#posts li:nth-child(13) article',
    control: (page) => page.getByRole('link', { name: 'Load more posts' }),
  },
  {
    ...{ what: 'a link to a post', at: '/', taken: '.card-link[aria-busy=true]', done: '.post .prose' },
    control: (page) => page.locator('#posts .card-link').first(),
  },
  {
    ...{ what: 'Share', at: POST, taken: 'button[aria-busy=true]', done: '[role=dialog]' },
    control: (page) => button(page, 'Share'),
  },
];

const search = { taken: 'button[aria-busy=true]', done: '#posts:not([aria-busy]) .card' };
const presses: FirstPress[] = [
  ...controls.flatMap(({ control, what, ...press }): FirstPress[] => [
    { ...press, what: `${what}, pointer`, press: (page) => control(page).click() },
    {
      ...press,
      what: `${what}, keyboard`,
      async press(page) {
        await control(page).focus();
        await page.keyboard.press('Enter');
      },
    },
  ]),
  {
    ...{ ...search, what: 'a search, pointer', at: '/search' },
    async press(page) {
      await page.getByRole('main').locator('[type=search]:visible').fill(WORD);
      await button(page, 'Search').click();
    },
  },
  {
    ...{ ...search, what: 'a search from the header, keyboard', at: POST },
    async press(page) {
      await page.getByRole('banner').locator('[type=search]:visible').fill(WORD);
      await page.keyboard.press('Enter');
    },
  },
];

/** Measures how long a reader's first press of a page takes on a slow phone (docs/rules.md, "Budgets"). */
export async function measureFirstPress(): Promise<PartResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-first-press-'));
  try {
    cpSync(await dataFolderWith(POSTS), folder, { recursive: true });
    const server = await startOurServer(folder);
    const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGUMENTS });
    try {
      return report(await measureAll(browser, server.address));
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

type Measured = Map<string, (PressTimes | null)[]>;

/** One try of each in turn, so that other work of the machine affects all of them alike. */
async function measureAll(browser: Browser, baseURL: string): Promise<Measured> {
  const measured: Measured = new Map(presses.map(({ what }) => [what, []]));
  for (let number = 1; number <= TRIES; number += 1) {
    for (const { what, at, viewport = DESKTOP, press, ...signs } of presses) {
      const context = await browser.newContext({ baseURL, viewport, locale: 'en-US' });
      const times = await timePress(await context.newPage(), at, signs, press);
      await context.close();
      measured.get(what)?.push(times);
      process.stderr.write(`  ${what}, try ${number}: ${JSON.stringify(times)}\n`);
    }
  }
  return measured;
}

function report(measured: Measured): PartResult {
  const rows: string[][] = [];
  const all: PressTimes[] = [];
  let lost = 0;
  let slowest = { what: '', done: 0 };
  for (const [what, tries] of measured) {
    const times = tries.filter((each) => each !== null);
    lost += tries.length - times.length;
    if (times.length === 0) continue;
    all.push(...times);
    const [taken, done] = (['taken', 'done'] as const).map((sign) => times.map((each) => each[sign]));
    if (!taken || !done) continue;
    if (median(done) > slowest.done) slowest = { what, done: median(done) };
    rows.push([what, ...[median(taken), Math.max(...taken), median(done), Math.max(...done)].map((ms) => figure(ms))]);
  }
  const taken = median(all.map((each) => each.taken));
  const checks: Check[] = [
    {
      what: 'a first press shows that it was taken, the median of all',
      budget: `≤ ${TAKEN_BUDGET} ms`,
      measured: `${figure(taken)} ms`,
      isMet: taken <= TAKEN_BUDGET,
    },
    {
      what: `its work is done, the median of the slowest kind (${slowest.what})`,
      budget: `≤ ${figure(DONE_BUDGET)} ms`,
      measured: `${figure(slowest.done)} ms`,
      isMet: slowest.done <= DONE_BUDGET,
    },
    {
      what: `lost, of ${presses.length * TRIES} first presses`,
      budget: '0',
      measured: figure(lost),
      isMet: lost === 0,
    },
  ];
  const header = ['first press', 'taken ms', 'slowest', 'done ms', 'slowest'];
  const { latency, kilobits } = SLOW_4G;
  return {
    checks,
    details: `${table(header, rows)}

Medians of ${TRIES} tries, each in a new profile with nothing cached, pressed as soon as the page has loaded and its small script
listens. Processor ${CPU_SLOWDOWN} times slower than this machine’s; slow 4G as Lighthouse has it: ${latency} ms for each request, ${figure(kilobits)} kbit/s.
From the press, the key or the pointer going down, to the next paint after the page shows it (\`aria-busy\`, or what was
asked for), and after what was asked for is there.`,
  };
}
