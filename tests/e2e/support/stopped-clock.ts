import type { Page } from 'playwright/test';

const INSTALLED = Date.UTC(2025, 6, 10, 12);
const STOPPED = INSTALLED + 60_000;
const stopped = new WeakSet<Page>();
const installed = new WeakSet<Page>();

/**
 * Stops time in the page, before the page is opened; only `page.clock.runFor` moves it. Returns the time when the page
 * is open, in milliseconds since 1970.
 */
export async function stopClock(page: Page): Promise<number> {
  await page.clock.install({ time: INSTALLED });
  // A later time than that of the installation: from there on the clock runs, and cannot be turned back.
  await page.clock.pauseAt(STOPPED);
  stopped.add(page);
  return STOPPED;
}

/** Replaces the page's clock by one of the test, before the page is opened; it runs by itself. */
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
