import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { filterOf, filterQuery } from '#shared/admin/posts/list/post-filter.ts';
import { makeVocabulary, seededRandom } from '../vocabulary.ts';
import { POSTS } from './admin-site.ts';

const WORDS = 20;
const SCROLLS = 10;
/** The milliseconds without a change after which the list counts as complete. */
const SETTLED = 700;
const PATIENCE = 10_000;

interface ListWatch {
  /**
   * When the last key, entry or choice was made, and when the list was last painted differently (in milliseconds of the
   * page).
   */
  from: number;
  changed: number;
}
declare global {
  interface Window {
    listWatch: ListWatch;
  }
}

/**
 * Returns the milliseconds from a word's entry to the painted result, one for each word. The word is entered all at
 * once, because its last letter alone often changes nothing.
 */
export async function timeSearches(page: Page): Promise<number[]> {
  const vocabulary = makeVocabulary();
  const random = seededRandom(11);
  const took: number[] = [];
  await openList(page);
  const field = page.getByLabel('Search posts');
  for (let number = 0; number < WORDS; number += 1) {
    const word = vocabulary[100 + Math.floor(random() * 4900)] ?? '';
    await field.fill('');
    await settled(page);
    took.push(await timed(page, () => field.fill(word), `q=${encodeURIComponent(word)}`));
  }
  return took;
}

export async function timeFilters(page: Page): Promise<number[]> {
  const took: number[] = [];
  await openList(page);
  for (const [label, parameter] of [
    ['Category', 'category'],
    ['Status', 'status'],
  ] as const) {
    const select = page.getByLabel(label, { exact: true });
    const values = await select
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option instanceof HTMLOptionElement ? option.value : '')));
    for (const value of values.slice(1)) {
      const query = new URLSearchParams(filterQuery(filterOf(`?${parameter}=${value}`)) as Record<string, string>);
      took.push(await timed(page, () => select.selectOption(value), `${query}`));
    }
    await select.selectOption(values[0] ?? '');
    await settled(page);
  }
  return took;
}

/**
 * Measures from the End key until the very last post is visible; the list is opened again each time, so that nothing of
 * its end is loaded.
 */
export async function timeScrolls(page: Page): Promise<number[]> {
  const took: number[] = [];
  for (let number = 0; number < SCROLLS; number += 1) {
    await openList(page);
    took.push(await timed(page, () => page.keyboard.press('End'), ''));
    const isThere = await page.evaluate(() => {
      const last = [...document.querySelectorAll('ul[aria-label="Posts"] > li')].at(-1);
      const box = last?.querySelector('article')?.getBoundingClientRect();
      const isLast = last?.getAttribute('aria-posinset') === last?.getAttribute('aria-setsize');
      return isLast && box !== undefined && box.top < innerHeight && box.bottom > 0;
    });
    if (!isThere) throw new Error('The End key did not lead to the last post');
  }
  return took;
}

async function openList(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('article').first().waitFor();
  const shown = await page.getByRole('status').filter({ hasText: 'posts' }).textContent();
  if (Number(shown?.replace(/\D/g, '')) < POSTS) throw new Error(`The list shows ${shown}`);
  await page.evaluate(watchList);
  await settled(page);
}

/** Runs in the page: records each frame in which the list is different, once the frame has been painted. */
function watchList(): void {
  const watch: ListWatch = { from: 0, changed: 0 };
  window.listWatch = watch;
  let before = '';
  const look = () => {
    const section = document.querySelector('section[aria-label="Blog posts"]');
    const places = [...(section?.querySelectorAll('li[aria-posinset]') ?? [])].map((row) => row.ariaPosInSet).join();
    const now = `${places} ${section?.textContent}`;
    if (now !== before) {
      before = now;
      // A message is delivered after the frame that is being drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        watch.changed = performance.now();
      };
      port2.postMessage(null);
    }
    requestAnimationFrame(look);
  };
  look();
  for (const type of ['keydown', 'input', 'change']) {
    window.addEventListener(
      type,
      (event) => {
        watch.from = event.timeStamp;
      },
      { capture: true },
    );
  }
}

/**
 * Runs `act`, waits until the list is the one that the server has for `query`, and returns the time to its last change.
 */
async function timed(page: Page, act: () => Promise<unknown>, query: string): Promise<number> {
  await act();
  await settled(page);
  await requireTotal(page, query);
  await settled(page);
  return page.evaluate(() => window.listWatch.changed - window.listWatch.from);
}

async function settled(page: Page): Promise<void> {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    await wait(100);
    const idle = await page.evaluate(
      () => performance.now() - Math.max(window.listWatch.changed, window.listWatch.from),
    );
    if (idle > SETTLED) return;
  }
  throw new Error('The list does not come to rest');
}

/** Waits until the number above the list is the server's own. */
async function requireTotal(page: Page, query: string): Promise<void> {
  const answer = await page.request.get(`/api/posts?limit=1&${query}`);
  const total = Number(answer.headers()['x-total-count']);
  const wanted = total === 1 ? '1 post' : `${total.toLocaleString('en-US')} posts`;
  const until = Date.now() + PATIENCE;
  for (;;) {
    const shown = (await page.locator('section[aria-label="Blog posts"]').textContent()) ?? '';
    if (total === 0 ? /No posts|empty/.test(shown) : shown.includes(wanted)) return;
    if (Date.now() > until) throw new Error(`${query}: the server has ${total}, the list shows ${shown.slice(0, 200)}`);
    await wait(50);
  }
}
