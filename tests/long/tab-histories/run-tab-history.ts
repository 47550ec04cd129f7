import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { deletePost } from '#shared/contract/posts/posts-admin.ts';
import { shippedNumbers, stepAt } from '#shared/workflow/testing/step-at.ts';
import type { BuiltServer } from '#tests/ai-stub/built-server.ts';
import type { LoggedRequest } from '#tests/ai-stub/logged-requests.ts';
import type { AiStub } from '#tests/ai-stub/stub-server.ts';
import { drafts, market, output, runAll, step } from '#tests/e2e/admin/chain-page.ts';
import { emptyWorkspace } from '#tests/e2e/support/empty-workspace.ts';
import type { Purchases } from '../ai-histories/ai-history-faults.ts';
import type { Stage } from '../open-stage.ts';
import { type OpenTab, openTab } from './open-tab.ts';
import type { TabPlan, Trouble } from './plan-tab-history.ts';

/** The traces that a history has left: in the page as it opens next, on the server, and at the provider. */
export interface TabHistory extends Purchases {
  runId: string;
  /** The drafts below the steps, as title and text. */
  drafts: readonly string[];
  /** The existing posts, as title and text. */
  posts: readonly string[];
  /** Whether the owner sees the form of the first draft, and the run publishes nothing automatically any more. */
  isFormOpen: boolean;
}

const TARGET_MARKET = 'Women over 30 in St. Pete';
/** How many times faster than real time the page's clock runs, when it is not at real speed. */
const SPEED = 5;
/** The milliseconds between two words of a step in which something dies, and of a model. */
const SLOW_DELAY = 1;
const REAL_DELAY = 15;
const PATIENCE = 120_000;

/**
 * Runs the workflow in the Chained Prompts tab of a real Chromium, from the target market on, while browser and server
 * are killed as planned. After Run All Steps nobody touches the tab, except to open it again.
 */
export async function runTabHistory({ server, stub }: Stage, plan: TabPlan): Promise<TabHistory> {
  const speed = plan.isAtRealSpeed ? 1 : SPEED;
  const delay = plan.isAtRealSpeed ? REAL_DELAY : 0;
  const profile = await mkdtemp(path.join(tmpdir(), 'ninefold-tab-'));
  await removePosts(server);
  // Each history is a new computer: text written in an earlier history must not appear in its form.
  await emptyWorkspace({ url: server.address, dataFolder: server.dataFolder });
  stub.reset();
  stub.setDelay(delay);
  const before = server.lastRun();
  const died = new Set<string>();
  const open = () => openTab(server, profile, speed);
  let tab: OpenTab | null = await open();

  async function happen({ dies, awayMs }: Trouble): Promise<void> {
    if (dies !== 'server') {
      await tab?.kill();
      tab = null;
    }
    if (dies !== 'browser') {
      await server.kill();
      const run = server.lastRun();
      const calls = run === null || run === before ? [] : server.callsOf(run);
      for (const { state, key } of calls) if (state === 'running') died.add(key);
      await wait(awayMs);
      await server.start();
    }
    tab ??= await open();
  }

  try {
    await tab.page.getByRole('tab', { name: 'Chained Prompts' }).click();
    await market(tab.page).fill(TARGET_MARKET);
    await runAll(tab.page).click();
    for (const trouble of plan.troubles) {
      if (trouble.step > 1) await seen(stub, ({ step: asked, end }) => asked === trouble.step - 1 && end === 'sent');
      if (!plan.isAtRealSpeed) stub.setDelay(SLOW_DELAY);
      await itsMoment(stub, trouble);
      await happen(trouble);
      stub.setDelay(delay);
    }
    const runId = await allBought(server, before);
    const isFormOpen = await handedOver(server, tab.page);
    // The next page shows only what was saved.
    await tab.kill();
    tab = await open();
    const shown = { outputs: await shownOutputs(tab.page), drafts: await shownDrafts(tab.page, speed) };
    return {
      runId,
      ...shown,
      posts: await textsOfPosts(server),
      isFormOpen,
      calls: server.callsOf(runId),
      died,
      asked: stub.log.entries.map(({ step: asked, end }) => ({ step: asked, end })),
    };
  } finally {
    await tab?.kill();
    await server.start();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function itsMoment(stub: AiStub, { step: number, moment }: Trouble): Promise<void> {
  if (moment.at === 'silence') stub.plan('hang-midway');
  const asked = await seen(stub, (entry) => entry.step === number);
  if (moment.at === 'sent') await seen(stub, ({ id, end }) => id === asked.id && end === 'sent');
  // The stand-in sends twenty words before it falls silent.
  await wait(moment.at === 'silence' ? 200 : moment.afterMs);
}

async function seen(stub: AiStub, fits: (entry: LoggedRequest) => boolean): Promise<LoggedRequest> {
  const patience = new AbortController();
  const never = wait(PATIENCE, null, { signal: patience.signal }).catch(() => null);
  const found = await Promise.race([stub.log.until(fits), never]);
  patience.abort();
  if (found === null) throw new Error(`The provider was not asked within ${PATIENCE} ms`);
  return found;
}

/** Waits until a condition is met. */
async function until<Value>(what: string, look: () => Value | Promise<Value>, withinMs = PATIENCE): Promise<Value> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what}: not within ${withinMs} ms`);
    await wait(100);
  }
}

async function allBought(server: BuiltServer, before: string | null): Promise<string> {
  return until('Nine steps bought', () => {
    const run = server.lastRun();
    if (run === null || run === before) return '';
    const bought = server.callsOf(run).filter(({ state }) => state === 'succeeded');
    return shippedNumbers.every((number) => bought.some((call) => call.step === stepAt(number))) ? run : '';
  });
}

const HANDED_OVER_WITHIN = 15_000;
/** The time from the open form to the create: twice as long as it takes. */
const SUBMITTED_WITHIN = 1000;

/** Waits for the post, or for the form that waits for the owner, or for neither; returns whether it is the form. */
async function handedOver(server: BuiltServer, page: Page): Promise<boolean> {
  const form = page.getByRole('form', { name: 'Create New Post' });
  let openSince = 0;
  const how = await until(
    'The hand-over',
    async () => {
      if ((await server.client.list(listPosts, {})).total > 0) return 'post';
      if (!(await form.isVisible())) openSince = 0;
      else if (openSince === 0) openSince = Date.now();
      return openSince !== 0 && Date.now() - openSince > SUBMITTED_WITHIN ? 'form' : '';
    },
    HANDED_OVER_WITHIN,
  ).catch(() => 'neither');
  return how === 'form';
}

/** Returns the outputs that the Chained Prompts tab shows. */
async function shownOutputs(page: Page): Promise<(string | null)[]> {
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  const outputs: (string | null)[] = [];
  for (const number of shippedNumbers) {
    await step(page, number).getByText('Completed', { exact: true }).waitFor();
    await step(page, number)
      .getByRole('button', { name: `Output of step ${number}` })
      .click();
    outputs.push(await output(page, number).evaluate((region) => region.textContent));
  }
  return outputs;
}

/** The time, in the page's own time, after which the drafts' key is written once a page is opened. */
const MIRRORED_AFTER = 1500;

async function shownDrafts(page: Page, speed: number): Promise<string[]> {
  await wait(MIRRORED_AFTER / speed);
  const mirrored = await page.evaluate(() => localStorage.getItem('generatedDrafts') ?? '[]');
  const found = JSON.parse(mirrored) as { title: string; content: string }[];
  if ((await drafts(page).count()) !== found.length) throw new Error('The key holds other drafts than the list');
  return found.map(({ title, content }) => `${title}\n${content}`);
}

async function textsOfPosts({ client }: BuiltServer): Promise<string[]> {
  const { items } = await client.list(listPosts, {});
  const posts = await Promise.all(items.map(({ id }) => client.call(getPostById, { params: { id } })));
  return posts.map(({ title, content, published }) => [title, published, content].join('\n'));
}

/** Posts are deleted, so that each history begins with none and its post can have the same slug. */
async function removePosts({ client }: BuiltServer): Promise<void> {
  const { items } = await client.list(listPosts, {});
  for (const { id } of items) await client.call(deletePost, { params: { id } });
}
