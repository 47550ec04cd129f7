import type { Page } from 'playwright/test';

/** A page that has been visible for a second is counted, whatever the test is about. */
const COUNTED = /^\/api\/pages\/[^/]+\/view$/;

/**
 * Records every request of the page to the API, as "GET /api/posts?published=true", except the counting of the page.
 */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && !COUNTED.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
}

/** Holds API requests whose path and query match until `release` is called. */
export async function holdCalls(page: Page, pattern: RegExp): Promise<{ release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return { release: () => release() };
}

/** Answers matching API requests with a server error until `mend` is called. */
export async function breakCalls(page: Page, pattern: RegExp): Promise<{ mend: () => void }> {
  let isBroken = true;
  await page.route(pattern, (route) =>
    isBroken ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }) : route.continue(),
  );
  return {
    mend() {
      isBroken = false;
    },
  };
}

/** The browser's own message for a 500 answer, which `breakCalls` provokes. */
export const BROKEN = /status of 500/;
