import { longRead } from '../content/small-sites.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { test as base, expect, type Page } from './admin-test.ts';

/** The user agent of a browser that is not a robot; a headless browser says that it is one. */
const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const test = base.extend({ site: async ({ newSite }, use) => use(await newSite([longRead])) });

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const tile = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });

test('a reading in a real browser arrives in the statistics, and so does its end', async ({
  page,
  openAdmin,
  browser,
  site,
}) => {
  const reader = await browser.newContext({ baseURL: site.url, userAgent: READER, viewport: DESKTOP });
  const there = await reader.newPage();

  await test.step('a reader comes from another site, reads a post to its end, searches in vain and finds a dead link', async () => {
    const counted = there.waitForResponse(/\/view\?from=letters\.example$/);
    await there.goto(`/post/${longRead.slug}`, { referer: 'https://letters.example/issue/7?to=ann' });
    expect((await counted).status()).toBe(204);
    const ended = there.waitForResponse(/\/end$/);
    await there.mouse.move(400, 400);
    const body = there.locator('#post-body');
    await expect(async () => {
      await there.mouse.wheel(0, 4000);
      const { y, height } = (await body.boundingBox()) ?? { y: Number.NaN, height: 0 };
      expect(y + height).toBeLessThan(DESKTOP.height);
    }).toPass();
    expect((await ended).status()).toBe(204);
    await there.goto('/search?q=Sourdough%20starter');
    expect((await there.goto('/2019/05/old-post.html'))?.status()).toBe(404);
    await reader.close();
  });

  await test.step('the owner sees it', async () => {
    await openAdmin();
    const link = page.getByRole('link', { name: 'Statistics' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(tile(page, 'Of posts')).toContainText('1');
    await expect(tile(page, 'Posts read to the end')).toContainText('100 %');
    await expect(panel(page, 'Where readers came from')).toContainText('letters.example');
    await expect(panel(page, 'Searches')).toContainText('sourdough starter');
    await expect(panel(page, 'Niches')).toContainText('Read once, 100 % to the end. No AI. 1 post, 0 drafts.');
    await panel(page, 'Readings').getByRole('button', { name: 'Table' }).click();
    await expect(panel(page, 'Readings').getByRole('row').nth(1)).toContainText(/\d+ \w+/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download “Posts” as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('posts-30d.csv');
  });

  await test.step('its screen is one for everybody, on every width and in every theme', async () => {
    await panel(page, 'Readings').getByRole('button', { name: 'Chart' }).click();
    expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  await longStep('a post has statistics of its own, from its row too', async () => {
    await panel(page, 'Posts').getByRole('link', { name: longRead.title }).click();
    await expect(page.getByRole('heading', { name: `Statistics: ${longRead.title}` })).toBeVisible();
    await page.getByRole('button', { name: '12 months' }).click();
    await expect(tile(page, 'Readings')).toContainText('1');
    await page.goto('/admin');
    await page.getByRole('article', { name: longRead.title }).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Statistics' }).click();
    await expect(page.getByRole('heading', { name: `Statistics: ${longRead.title}` })).toBeVisible();
    await page.getByRole('link', { name: 'Statistics of the whole site' }).click();
  });

  // `npm test` covers this in `server/routes/redirects.test.ts`.
  await longStep('an address with nothing is led on', async () => {
    const missing = panel(page, 'Addresses with nothing');
    await missing.getByRole('button', { name: 'Make a redirect from /2019/05/old-post.html' }).click();
    const dialog = page.getByRole('dialog', { name: 'New redirect' });
    await expect(dialog.getByLabel('From')).toHaveValue('/2019/05/old-post.html');
    await dialog.getByLabel('To').fill(`/post/${longRead.slug}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(missing).toContainText('Leads on now');
  });
});
