import { everything } from '../content/special-posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { hydrated } from '../support/events.ts';
import { idle } from '../support/idle.ts';

// Parts of the site that load when they are touched, and what happens after a new version has removed them.

const GONE = /net::ERR_FAILED/;

/** Makes the built files of a name unavailable; returns the function that brings them back. */
async function takeAway(page: Page, name: string): Promise<() => void> {
  let isGone = true;
  await page.route(new RegExp(`/assets/${name}[^/]*\\.js$`), (route) => (isGone ? route.abort() : route.continue()));
  return () => {
    isGone = false;
  };
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test('share dialog and toasts are not in the first load of a post', async ({ page, open }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await open(`/post/${everything.slug}`);
  await idle(page);
  expect(scripts.filter((path) => /share-dialog|toaster|lazy-screens/.test(path))).toEqual([]);
  await page.getByRole('button', { name: 'Share' }).first().hover();
  await expect.poll(() => scripts.some((path) => /share-dialog/.test(path))).toBe(true);
});

test('a part that cannot be loaded makes the page load anew, once', { tag: '@long' }, async ({
  page,
  open,
  faults,
}) => {
  faults.allow(GONE);
  await open(`/post/${everything.slug}`);
  const bringBack = await takeAway(page, 'share-dialog');
  const loads = countLoads(page);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect.poll(loads).toBe(1);
  await hydrated(page);
  bringBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(everything.title);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(loads()).toBe(1);
});

test('where it is still not there plain links take its place, and the page is not loaded again', {
  tag: '@long',
}, async ({ page, open, faults }) => {
  faults.allow(GONE);
  await open(`/post/${everything.slug}`);
  await takeAway(page, 'share-dialog');
  const loads = countLoads(page);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect.poll(loads).toBe(1);
  await hydrated(page);
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(page.getByRole('link', { name: 'Facebook', exact: true })).toBeVisible();
  await idle(page);
  expect(loads()).toBe(1);
});

test('a screen whose code cannot be loaded is loaded as a document, and reads', async ({ page, open, faults }) => {
  faults.allow(GONE);
  await open('/');
  const bringBack = await takeAway(page, 'lazy-screens');
  const loads = countLoads(page);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('banner').getByRole('link', { name: 'About' }).filter({ visible: true }).click();
  expect(new URL((await reloaded).url()).pathname).toBe('/about');
  bringBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await expect.poll(loads).toBe(1);
});

test('a page whose own code is gone for good can still be read', { tag: '@long' }, async ({ page, faults }) => {
  faults.allow(GONE);
  faults.allow(/dynamically imported module|Failed to fetch/);
  await takeAway(page, 'lazy-screens');
  await page.goto('/terms');
  await idle(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect(page.getByText(/at least 13 years old/)).toBeVisible();
});
