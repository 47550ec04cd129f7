import type { Page } from 'playwright/test';

/**
 * Resolves when the page has loaded and has nothing to do: what was pressed or shown before has been answered by its
 * scripts, and what they wanted to ask has been asked. A page that draws without a pause is waited for half a second.
 */
export async function idle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => new Promise((rest) => requestIdleCallback(rest, { timeout: 500 })));
}
