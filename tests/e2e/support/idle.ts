import type { Page } from 'playwright/test';

/**
 * Resolves when the page has loaded and has nothing to do: its scripts have handled everything pressed or shown before,
 * and have sent the requests they wanted to send. For a page that draws without a pause it waits half a second.
 */
export async function idle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest, { timeout: 500 })));
}
