import type { Page } from 'playwright/test';

const MARK = 'sameDocument';

/** Marks the document, so that `isSameDocument` can tell a client navigation from a page load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK);
}

export async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate((mark) => mark in window, MARK);
}

/** Returns path, query and fragment of the shown page. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return `${pathname}${search}${hash}`;
}
