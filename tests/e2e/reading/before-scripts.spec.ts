import { THEMES, themeSwitch } from '#shared/kernel/themes.ts';
import { everything } from '../content/special-posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { hydrated } from '../support/events.ts';
import { stopClock } from '../support/stopped-clock.ts';

// A page is there before its scripts are: what is pressed meanwhile is not lost.

const POST = `/post/${everything.slug}`;
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).first();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this post' });
const theme = (page: Page) => page.getByRole('button', { name: / theme$/ });

/** Keeps requests that match waiting until what it gives is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const MODULES = /\/assets\/[^/]+\.js$/;

test('Share pressed before the scripts have come opens the dialog when they have', async ({ page }) => {
  const release = await hold(page, MODULES);
  await page.goto(POST);
  await share(page).click();
  release();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(share(page)).toBeFocused();
});

for (const { name: before } of THEMES) {
  const { next: after } = themeSwitch(before);
  const { next: last } = themeSwitch(after);
  test(`the theme chosen before the scripts have come goes from ${before} to ${after}, once`, async ({ page }) => {
    await page.addInitScript((stored) => localStorage.setItem('theme', stored), before);
    const release = await hold(page, MODULES);
    await page.goto('/');
    await theme(page).click();
    await theme(page).click();
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${before}\\b`));
    release();
    await hydrated(page);
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${after}\\b`));
    await theme(page).click();
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${last}\\b`));
  });
}

test('Share does not wait for a picture that hangs', async ({ page }) => {
  await stopClock(page);
  const release = await hold(page, /\/uploads\//);
  await page.goto(POST, { waitUntil: 'domcontentloaded' });
  await share(page).click();
  await expect(dialog(page)).toBeVisible();
  release();
});
