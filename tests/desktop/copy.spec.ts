import { faultsInPassing } from '#tests/e2e/support/accessibility.ts';
import { content } from '#tests/e2e/support/content-field.ts';
import { connectAndSignIn, expect, type Page, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => {
  faults.allow(/status of 401/);
  // The browser reports each request that found no server.
  faults.allow(/Failed to load resource/);
});

const copyOf = (page: Page) => page.evaluate(() => window.ninefold['copy.state']({}));
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByPlaceholder('A screen, a post, or what you want to do').fill('synchronisation');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The site on this computer' })).toBeVisible();
};

// In `npm test` the app of the first start loses its network, and reads what it never opened (`first-start.spec.ts`).
test('without a network every post is there, though none was opened: listed, searched, read, with its picture', {
  tag: '@long',
}, async ({ start, network }) => {
  const page = await connectAndSignIn(await start(), network.url);
  await expect.poll(async () => (await copyOf(page))?.isWhole, { timeout: 30_000 }).toBe(true);
  await expect.poll(async () => (await copyOf(page))?.pictures, { timeout: 30_000 }).toMatchObject({ here: 1, of: 1 });

  await test.step('the Sync panel says so, and is for everybody', async () => {
    await openPanel(page);
    await expect(page.getByText('All 3 posts can be read and searched offline.')).toBeVisible();
    expect(await faultsInPassing(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Room for pictures').selectOption({ label: 'Up to 5 GB' });
    await expect.poll(async () => (await copyOf(page))?.limit).toBe(5 * 1024 ** 3);
    await page.keyboard.press('Escape');
  });

  network.cut();
  await page.reload();
  await expect(page.getByText(/Offline\. What you see is from/)).toBeVisible();

  await test.step('the list has all of them, and the picture is drawn', async () => {
    await expect(page.getByRole('article')).toHaveCount(3);
    const picture = card(page, 'A Live Post').locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
  await test.step('a word of a text is found in the list and in the palette', async () => {
    await page.getByLabel('Search posts').fill('wait');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(card(page, 'A Draft')).toBeVisible();
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.getByPlaceholder('A screen, a post, or what you want to do').fill('words wai');
    await page.getByRole('option', { name: /A Draft/ }).click();
  });
  await test.step('a post that was never opened is read', async () => {
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A Draft');
    await expect(content(page)).toHaveText('Words that wait.');
  });
});
