import { bare, everything } from '../content/special-posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { BROKEN, breakCalls, recordCalls } from '../support/calls.ts';
import { stopClock } from '../support/stopped-clock.ts';

// The page that a link leads to is fetched while the pointer rests on the link.

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Resolves when every request that the page has made so far is known: the requests of one page arrive in order. */
async function allRequests(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/readyz');
  });
}

test('a post is fetched while the pointer rests on its card, and counted only once it has been read', async ({
  page,
  open,
}) => {
  await stopClock(page);
  const calls = recordCalls(page);
  await open('/category/education');
  const fetched = page.waitForResponse(/\/api\/posts\/\d+\/related$/);
  await link(page, bare.title).hover();
  await page.clock.runFor(100);
  await fetched;
  await page.clock.runFor(10_000);
  await allRequests(page);
  expect(calls).toEqual(['GET /api/posts/bare', expect.stringMatching(/^GET \/api\/posts\/\d+\/related$/)]);

  const counted = page.waitForResponse(/\/view$/);
  await link(page, bare.title).click();
  await expect(title(page)).toHaveText(bare.title);
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.clock.runFor(1000);
  expect((await counted).status()).toBe(204);
  expect(calls.filter((call) => call === 'GET /api/posts/bare')).toHaveLength(1);
});

test('links that the pointer passes over ask for nothing', { tag: '@long' }, async ({ page, open }) => {
  await stopClock(page);
  const calls = recordCalls(page);
  await open('/about');
  await footer(page, 'Travel').hover();
  await page.clock.runFor(99);
  await footer(page, 'Career').hover();
  await page.clock.runFor(99);
  await title(page).hover();
  await page.clock.runFor(10_000);
  await allRequests(page);
  expect(calls).toEqual([]);
});

test('searches, other sites and the way on in a list are not fetched ahead', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await stopClock(page);
  const calls = recordCalls(page);
  const rest = async (selector: string) => {
    await page.locator(selector).filter({ visible: true }).first().hover();
    await page.clock.runFor(10_000);
    await allRequests(page);
  };
  await open('/');
  await rest('a[href$="#posts"]');
  expect(calls).toEqual([]);
  await open(`/post/${everything.slug}`);
  // None of our pages has such a link, but a post may have one.
  await page
    .locator('#post-body p')
    .first()
    .evaluate((text) => {
      text.innerHTML = '<a href="/search?q=tea">A search</a>';
    });
  await rest('a[href^="/search?q="]');
  await rest('#post-body a[target="_blank"]');
  expect(calls.filter((call) => !call.endsWith('/view'))).toEqual([]);
});

test('what could not be fetched ahead is fetched when the link is followed', { tag: '@long' }, async ({
  page,
  open,
  faults,
}) => {
  faults.allow(BROKEN);
  await open('/category/education');
  const { mend } = await breakCalls(page, /\/api\/posts\/bare$/);
  const failed = page.waitForEvent('console', (message) => message.text().includes('could not be fetched'));
  await link(page, bare.title).hover();
  await failed;
  mend();
  await link(page, bare.title).click();
  await expect(title(page)).toHaveText(bare.title);
});

test('a page whose code comes when it is opened has its code fetched ahead', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await open('/');
  const asked = page.waitForRequest(/\/assets\/lazy-screens[^/]*\.js$/);
  await footer(page, 'Contact').hover();
  await asked;
  await expect(title(page)).toHaveText('Discover Insights Across Every Niche');
});
