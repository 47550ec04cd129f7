import { expect, type Route } from 'playwright/test';
import { startTestMailServer, type TestMailServer } from '#server/test-mail-server.ts';
import type { SitePost } from './content/site-post.ts';
import { answerFromOutside } from './site/outside.ts';
import { type Site, type SiteName, siteNamed } from './site/sites.ts';
import { type StartedSite, startSite } from './site/start-site.ts';
import { createStrangers, type Strangers } from './site/strangers.ts';
import { test as base } from './site/worker-sites.ts';
import { hydrated } from './support/events.ts';
import { isClockInstalled } from './support/stopped-clock.ts';

export { expect, type Locator, type Page, type Response } from 'playwright/test';

/** The errors in the page while a test ran: any error that the test did not expect fails the test. */
export interface Faults {
  seen: string[];
  /** Expects messages that match, for a test that provokes them. */
  allow: (pattern: RegExp) => void;
}

/** Requests to other sites, for a test that checks them or answers them itself. */
export interface Outside {
  /** The requested addresses, in order. */
  asked: string[];
  /** Answers matching addresses instead of the stand-in. The handler added last wins. */
  answer: (pattern: RegExp, handler: (route: Route) => Promise<void> | void) => void;
}

export interface Fixtures {
  siteName: SiteName;
  site: Site;
  /** Starts a separate site that ends with the test: for data that would disturb other tests. */
  newSite: (posts: SitePost[], settings?: Record<string, string>) => Promise<Site>;
  /** A separate mail server for a site of this kind. */
  mailServer: TestMailServer;
  /** The headers with the test's own client address. */
  reader: Record<string, string>;
  faults: Faults;
  /** Stands in for every other site; no request leaves the machine. */
  strangers: Strangers;
  outside: Outside;
  /** Opens an address of the site and waits until its scripts, if they run, have taken over. */
  open: (path: string) => Promise<void>;
}

let readers = 0;

/** The message of Chromium when it ends a view transition between documents that no script of ours began. */
const ENDED_TRANSITION = /^uncaught: Transition was (aborted|skipped)\b/;

export const test = base.extend<Fixtures>({
  siteName: ['full', { option: true }],
  site: async ({ siteName }, use) => use(siteNamed(siteName)),
  newSite: async ({ siteName: _ }, use) => {
    const started: StartedSite[] = [];
    await use(async (posts, settings) => {
      const site = await startSite(posts, settings);
      started.push(site);
      return { url: site.url, dataFolder: site.dataFolder };
    });
    for (const site of started) await site.stop();
  },
  mailServer: async ({ siteName: _ }, use) => {
    const server = await startTestMailServer();
    await use(server);
    await server.close();
  },
  baseURL: async ({ site }, use) => use(site.url),

  // Each test is a separate reader, because the server's limits and its count of views depend on the address.
  reader: async ({ siteName: _ }, use, { workerIndex }) => {
    readers += 1;
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${Math.floor(readers / 250)}.${(readers % 250) + 1}` });
  },

  // The context and its page are those of the previous test, emptied (`reuseContext`): a process for each page would
  // cost three times as much as the test itself. What Playwright leaves in them is reset here.
  context: async ({ context, reader }, use) => {
    await context.setExtraHTTPHeaders(reader);
    await use(context);
    await context.setOffline(false);
    await context.clearPermissions();
  },

  request: async ({ playwright, baseURL, reader }, use) => {
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: reader });
    await use(request);
    await request.dispose();
  },

  faults: async ({ siteName: _ }, use) => {
    const allowed: RegExp[] = [ENDED_TRANSITION];
    const faults: Faults = { seen: [], allow: (pattern) => allowed.push(pattern) };
    await use(faults);
    const unforeseen = faults.seen.filter((message) => !allowed.some((pattern) => pattern.test(message)));
    expect(unforeseen, 'errors in the page').toEqual([]);
  },

  strangers: async ({ context }, use) => {
    const strangers = createStrangers(context);
    await use(strangers);
    await strangers.stop();
  },

  outside: async ({ context, site, strangers }, use) => {
    await strangers.stop();
    const answers: Parameters<Outside['answer']>[] = [];
    const outside: Outside = { asked: [], answer: (...answer) => answers.unshift(answer) };
    await context.route(
      (url) => url.origin !== site.url,
      async (route) => {
        const url = route.request().url();
        outside.asked.push(url);
        const [, handler] = answers.find(([pattern]) => pattern.test(url)) ?? [];
        await (handler ?? answerFromOutside)(route);
      },
    );
    await use(outside);
  },

  page: async ({ page, faults, strangers }, use) => {
    await strangers.answer(page);
    let isOver = false;
    let isCrashed = false;
    const tell = (message: string) => {
      if (!isOver) faults.seen.push(message);
    };
    page.on('crash', () => {
      isCrashed = true;
    });
    page.on('pageerror', (error) => tell(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') tell(`console.error: ${message.text()}`);
    });
    await use(page);
    isOver = true;
    // Playwright's replacement of a page's clock would throw in the next test.
    if (isCrashed || isClockInstalled(page)) await page.close();
    // Requests that a page sends when it is left belong to this test.
    else if (!page.isClosed()) await page.goto('about:blank');
  },

  open: async ({ page, javaScriptEnabled }, use) => {
    await use(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled === false) return;
      await hydrated(page);
    });
  },
});

/** Phone and desktop: below and above the breakpoint of 768 px. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
export const widths = [
  { name: 'at 390 px', viewport: PHONE },
  { name: 'at 1280 px', viewport: DESKTOP },
];

/**
 * Half of all combinations, for screens whose texts do not depend on the width: `every-screen.spec.ts` covers all of
 * them.
 */
export const variants = [
  { name: 'at 390 px with JavaScript', viewport: PHONE, javaScriptEnabled: true },
  { name: 'at 1280 px without JavaScript', viewport: DESKTOP, javaScriptEnabled: false },
];
