import type { Page } from 'playwright/test';
import type { AnalyticsEvent } from '#server/site/browser/analytics.ts';

/** The events on `window.dataLayer` so far, in order; what is there for the measurement script alone is left out. */
export async function eventsOn(page: Page): Promise<AnalyticsEvent[]> {
  return page.evaluate(() =>
    (window.dataLayer ?? []).filter(
      (entry): entry is AnalyticsEvent =>
        typeof entry === 'object' && entry !== null && !Array.isArray(entry) && 'event' in entry,
    ),
  );
}

/** Resolves when React has taken the page over and its effects have run: the first of them counts the page view. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    window.dataLayer?.some((entry) => typeof entry === 'object' && entry !== null && 'event' in entry),
  );
}
