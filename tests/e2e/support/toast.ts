import type { Locator, Page } from 'playwright/test';

/** Finds the visible toasts. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
}
