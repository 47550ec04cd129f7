import type { Page } from 'playwright/test';

const INSTALLED = Date.UTC(2025, 6, 10, 12);
const STOPPED = INSTALLED + 60_000;

/**
 * Makes time in the page stand still, before the page is opened; only `page.clock.runFor` moves it. Gives the time it
 * is, in milliseconds since 1970.
 */
export async function stopClock(page: Page): Promise<number> {
  await page.clock.install({ time: INSTALLED });
  // Later than installed: from there on it runs, and cannot be turned back.
  await page.clock.pauseAt(STOPPED);
  return STOPPED;
}
