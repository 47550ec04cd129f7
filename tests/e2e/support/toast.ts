import type { Locator, Page } from 'playwright/test';

/** The toasts on show. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
}
