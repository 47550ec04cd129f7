import type { Page } from 'playwright/test';

const INSTALLED = Date.UTC(2025, 6, 10, 12);
const STOPPED = INSTALLED + 60_000;
const stopped = new WeakSet<Page>();
const installed = new WeakSet<Page>();

/**
 * Makes time in the page stand still, before the page is opened; only `page.clock.runFor` moves it. Gives the time it
 * is once the page is open, in milliseconds since 1970.
 */
export async function stopClock(page: Page): Promise<number> {
  await page.clock.install({ time: INSTALLED });
  // Later than installed: from there on it runs, and cannot be turned back.
  await page.clock.pauseAt(STOPPED);
  stopped.add(page);
  return STOPPED;
}

/** Puts a clock of the test's own in the place of the page's, before the page is opened; it goes on by itself. */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  installed.add(page);
}

export function isClockInstalled(page: Page): boolean {
  return installed.has(page) || isClockStopped(page);
}

function isClockStopped(page: Page): boolean {
  return stopped.has(page);
}
