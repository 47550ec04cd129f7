import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';

const PATHS = ['/pilates-to-pole', '/yoga-to-pole', '/pole-dancing-classes-near-me-st-pete', '/fun-workouts-st-pete'];

test.beforeEach(async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Landing Pages' }).click();
});

test('there is a card for each of the four pages, active and with its price', async ({ page }) => {
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(4);
  for (const [index, path] of PATHS.entries()) {
    for (const text of [path, 'Active', '$59', '2 weeks unlimited']) await expect(cards.nth(index)).toContainText(text);
  }
});

test('the address is copied, whole', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy URL' }).nth(1).click();
  await expect(toasts(page)).toContainText('URL copied to clipboard!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/yoga-to-pole`);
});

test('the preview covers the window and closes', async ({ page, faults }) => {
  faults.allow(/status of 404/);
  await page.getByRole('button', { name: 'Preview' }).first().click();
  const preview = page.getByRole('dialog', { name: 'Pilates to Pole' });
  await expect(preview.locator('iframe')).toHaveAttribute('src', '/pilates-to-pole');
  expect(await preview.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  await preview.getByRole('button', { name: 'Close' }).click();
  await expect(preview).toBeHidden();
});

test('Create New Landing Page does nothing, as specified', async ({ page }) => {
  const before = page.url();
  await page.getByRole('button', { name: 'Create New Landing Page' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(before);
});
