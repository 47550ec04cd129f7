import type { Page } from 'playwright/test';
import type { AnalyticsEvent } from '#server/site/browser/enhancer/analytics.ts';
import { AWAKE } from '#server/site/browser/enhancer/wake.ts';
import '#server/site/browser/press-script.ts';

/** Returns the events on `window.dataLayer` so far, in order, without those that only the measurement script needs. */
export async function eventsOn(page: Page): Promise<AnalyticsEvent[]> {
  return page.evaluate(() =>
    (window.dataLayer ?? []).filter(
      (entry): entry is AnalyticsEvent =>
        typeof entry === 'object' && entry !== null && !Array.isArray(entry) && 'event' in entry,
    ),
  );
}

/** A page that draws nothing for a while has no frames, in which Playwright would otherwise check. */
const BY_TIME = { polling: 50 };

/**
 * Makes React take the page over, as the focus on a link does, and resolves when its first effects have run: for tests
 * of what follows. Presses before that are tested in `first-press.spec.ts`.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    (attribute) => {
      // The event is sent again until the page's script listens.
      document.querySelector('footer a')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
      return document.documentElement.hasAttribute(attribute);
    },
    AWAKE,
    BY_TIME,
  );
}

/** Opens an address and resolves when the enhancer listens: for tests of what it handles without React. */
export async function openEnhanced(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => window.ninefoldPresses?.isOver === true, null, BY_TIME);
}
