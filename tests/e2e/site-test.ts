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

/** What went wrong in the page while a test ran: any of it that the test did not foresee fails the test. */
export interface Faults {
  seen: string[];
  /** Foresees messages that match, for a test that provokes them. */
  allow: (pattern: RegExp) => void;
}

/** Requests to other sites, for a test that looks at them or answers them itself. */
export interface Outside {
  /** Addresses asked for, in order. */
  asked: string[];
  /** Answers addresses that match instead of the stand-in. The last added wins. */
  answer: (pattern: RegExp, handler: (route: Route) => Promise<void> | void) => void;
}

export interface Fixtures {
  siteName: SiteName;
  site: Site;
  /** Starts a site of the test's own, which ends with it: for what would be in the way of other tests. */
  newSite: (posts: SitePost[], settings?: Record<string, string>) => Promise<Site>;
  /** A mail server of the test's own, for such a site. */
  mailServer: TestMailServer;
  /** Headers of the test's own address. */
  reader: Record<string, string>;
  faults: Faults;
  /** Stands in for every other site; no request leaves the machine. */
  strangers: Strangers;
  outside: Outside;
  /** Opens an address of the site and waits until its scripts, where they run, have taken over. */
  open: (path: string) => Promise<void>;
}

let readers = 0;

/** What Chromium says when it ends a view transition between documents, which no script of ours began. */
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

  // Every test is a reader of its own: the server's limits and its count of views go by address.
  reader: async ({ siteName: _ }, use, { workerIndex }) => {
    readers += 1;
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${Math.floor(readers / 250)}.${(readers % 250) + 1}` });
  },

  // The context and its page are those of the test before, emptied (`reuseContext`): a process for each page would cost
  // three times what the test itself does. What Playwright leaves in them is put back here.
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
    // What Playwright puts in the place of a page's clock throws in the test after.
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

/** Half of all combinations, for screens whose words do not depend on the width: `every-screen.spec.ts` sees them all. */
export const variants = [
  { name: 'at 390 px with JavaScript', viewport: PHONE, javaScriptEnabled: true },
  { name: 'at 1280 px without JavaScript', viewport: DESKTOP, javaScriptEnabled: false },
];
