import type { Request } from 'playwright/test';
import { bare, everything, hostile } from '../content/special-posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { holdCalls, recordCalls } from '../support/calls.ts';
import { idle } from '../support/idle.ts';
import { longStep } from '../support/long-step.ts';
import { headlines, section } from '../support/post-sections.ts';
import { isSameDocument, markDocument } from '../support/visit.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const header = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name }).filter({ visible: true });
const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

test('a link within the site shows the next screen without loading a document, with its title and address', async ({
  page,
  open,
}) => {
  await open('/');
  await markDocument(page);
  await page.getByRole('link', { name: everything.title, exact: true }).click();
  await expect(title(page)).toHaveText(everything.title);
  await expect(page).toHaveTitle(`${everything.title} | Ninefold`);
  await expect(page).toHaveURL(new RegExp(`/post/${everything.slug}$`));
  await test.step('the focus goes to the new screen, and its name is announced', async () => {
    await footer(page, 'Travel').click();
    await expect(title(page)).toHaveText('Travel');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Travel | Ninefold' })).toHaveCount(1);
  });
  await footer(page, 'Contact').click();
  await expect(title(page)).toHaveText('Contact');
  await header(page, 'Ninefold').click();
  await expect(title(page)).toHaveText('Discover Insights Across Every Niche');
  expect(await isSameDocument(page)).toBe(true);
});

test('the next screen shows at once with skeletons, never waiting on the old one', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await open('/');
  const held = await holdCalls(page, /\/api\/posts\/a-table-for-twelve$/);
  await page.getByRole('link', { name: everything.title, exact: true }).click();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toBeVisible();
  await expect(page.getByRole('main').locator('.skeleton').first()).toBeVisible();
  await expect(page.getByText('Discover Insights Across Every Niche')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/post/${everything.slug}$`));
  held.release();
  await expect(title(page)).toHaveText(everything.title);
  await expect(page.locator('.skeleton')).toHaveCount(0);
});

test('related posts are asked for after the post has loaded', { tag: '@long' }, async ({ page, open }) => {
  await open('/category/education');
  const calls = recordCalls(page);
  const held = await holdCalls(page, /\/api\/posts\/bare$/);
  await page.getByRole('link', { name: bare.title, exact: true }).click();
  await expect.poll(() => calls).toEqual(['GET /api/posts/bare']);
  held.release();
  await expect(headlines(section(page, 'Related Posts'))).not.toHaveCount(0);
  expect(calls[1]).toMatch(/^GET \/api\/posts\/\d+\/related$/);
});

test('calls carry cookies', { tag: '@long' }, async ({ page, open, context, site }) => {
  await context.addCookies([{ name: 'seen', value: 'yes', url: site.url }]);
  await open('/about');
  const asked = page.waitForRequest(/\/api\/posts\?/);
  await header(page, 'Home').click();
  expect((await (await asked).allHeaders()).cookie).toContain('seen=yes');
});

test('a screen seen before', async ({ page, open }) => {
  await test.step('a screen seen before is there without asking again', async () => {
    // With keys: a link that comes to lie under the pointer would be prefetched.
    await open('/');
    await footer(page, 'Travel').press('Enter');
    await expect(headlines(section(page, 'All Posts'))).toHaveCount(2);
    const calls = recordCalls(page);
    await header(page, 'Home').press('Enter');
    await expect(headlines(section(page, 'Latest Posts'))).toHaveCount(12);
    await footer(page, 'Travel').press('Enter');
    await expect(headlines(section(page, 'All Posts'))).toHaveCount(2);
    await idle(page);
    expect(calls).toEqual([]);
  });

  await longStep('nothing is fetched again when the window comes back to the front', async () => {
    // With keys: a link that comes to lie under the pointer would be prefetched.
    await open('/');
    await footer(page, 'Travel').press('Enter');
    await expect(headlines(section(page, 'All Posts'))).toHaveCount(2);
    const calls = recordCalls(page);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await idle(page);
    expect(calls).toEqual([]);
  });
});

test('a screen of which all is there fades in, unless less motion is asked for', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await page.addInitScript(() => {
    const counted = Object.assign(window, { fades: 0 });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      counted.fades += 1;
      return start(update);
    };
  });
  const fades = () => page.evaluate(() => (window as unknown as { fades: number }).fades);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open('/about');
  await footer(page, 'Contact').press('Enter');
  await expect(title(page)).toHaveText('Contact');
  await expect.poll(fades).toBe(1);
  // This screen appears part by part.
  await footer(page, 'Travel').press('Enter');
  await expect(title(page)).toHaveText('Travel');
  await expect.poll(fades).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goBack();
  await expect(title(page)).toHaveText('Contact');
  await expect.poll(fades).toBe(1);
});

test('the picture of a post goes from its card to its page, and back', { tag: '@long' }, async ({ page, open }) => {
  await page.addInitScript(() => {
    const ways: string[][] = [];
    Object.assign(window, { ways });
    const named = () =>
      [...document.images]
        .filter((image) => image.style.viewTransitionName !== '')
        .map((image) => (image.closest('.post-picture-frame') ? 'page' : 'card'));
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (options) => {
      const left = named();
      return start(async () => {
        if (typeof options === 'function') await options();
        ways.push([...left, ...named()]);
      });
    };
  });
  const ways = () => page.evaluate(() => (window as unknown as { ways: string[][] }).ways);
  const isRead = () => expect(headlines(section(page, 'Related Posts'))).not.toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open('/');
  await page.getByRole('link', { name: everything.title, exact: true }).click();
  await isRead();
  const before = (await ways()).length;
  await page.goBack();
  await expect.poll(async () => (await ways()).slice(before)).toEqual([['page', 'card']]);
  await page.goForward();
  await isRead();
  await expect
    .poll(async () => (await ways()).slice(before))
    .toEqual([
      ['page', 'card'],
      ['card', 'page'],
    ]);
  await expect.poll(() => page.locator('img[style*="view-transition"]').count()).toBe(0);
});

test('a new screen begins at its top, Back and Forward return to the place that was left', async ({ page, open }) => {
  await open('/');
  const link = section(page, 'Latest Posts').getByRole('link', { name: hostile.title, exact: true });
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => window.scrollY);
  expect(left).toBeGreaterThan(200);
  await link.click();
  await expect(title(page)).toHaveText(hostile.title);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect.poll(scrolled).toBe(0);
  await page.mouse.wheel(0, 300);
  await expect.poll(scrolled).toBe(300);
  await page.goBack();
  await expect.poll(scrolled).toBe(left);
  await page.goForward();
  await expect(title(page)).toHaveText(hostile.title);
  await expect.poll(scrolled).toBe(300);
});

test('a link opened in a new tab is left to the browser', { tag: '@long' }, async ({ page, open, context }) => {
  await open('/');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: everything.title, exact: true }).click({ modifiers: ['ControlOrMeta'] });
  await (await opened).waitForURL(new RegExp(`/post/${everything.slug}$`));
  await expect(title(page)).toHaveText('Discover Insights Across Every Niche');
});

test('a missing post come to by a link says so, and Back leads away', { tag: '@long' }, async ({
  page,
  open,
  faults,
}) => {
  faults.allow(/status of 404/);
  await open('/category/education');
  await page.route(/\/api\/posts\/bare$/, (route) => route.fulfill({ status: 404, json: { code: 'post_not_found' } }));
  await page.getByRole('link', { name: bare.title, exact: true }).click();
  await expect(title(page)).toHaveText('Post not found');
  await expect(page.getByText("The blog post you're looking for doesn't exist.", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText('Education');
});

const TRAVEL = /\/api\/categories\/travel$/;

test('the later of two navigations wins, whichever answer comes first', async ({ page, open }) => {
  await open('/about');
  const held = await holdCalls(page, TRAVEL);
  const over = new Promise<void>((ended) => {
    const tell = (request: Request) => TRAVEL.test(request.url()) && ended();
    page.on('requestfinished', tell).on('requestfailed', tell);
  });
  await footer(page, 'Travel').click();
  await footer(page, 'Career').click();
  await expect(title(page)).toHaveText('Career');
  held.release();
  await over;
  await idle(page);
  await expect(title(page)).toHaveText('Career');
  await expect(page).toHaveTitle('Career | Ninefold');
});
