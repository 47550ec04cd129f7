import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
// The type of what the preload puts on the page's window.
import type {} from '#desktop/renderer/bridge.d.ts';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { type StartedSite, startSite } from '#tests/e2e/site/start-site.ts';
import { type CutNetwork, openNetwork } from './cut-network.ts';
import { type AppOptions, type DesktopApp, startApp } from './desktop-app.ts';
import { posts } from './desktop-posts.ts';

export { expect, type Page } from 'playwright/test';
export { OWNER } from '#tests/e2e/site/owner.ts';
export type { DesktopApp } from './desktop-app.ts';

/** The errors of pages during a test: any error that the test did not allow fails the test. */
export interface Faults {
  allow(pattern: RegExp): void;
  /** Watches a page. Requests that an app leaves without an answer because it is ending are not faults. */
  watch(page: Page, app?: { isEnding: boolean }): void;
}

interface Each {
  faults: Faults;
  /** A server for this test only: an app's writes reach every other app of the same server. */
  site: StartedSite;
  /** A computer for the app: an empty folder. */
  computer: string;
  /** The connection to the server. */
  network: CutNetwork;
  /** Starts the app, on this test's computer unless another is named. The app is ended after the test. */
  start: (options?: Partial<AppOptions>) => Promise<DesktopApp>;
  /** Makes another computer. */
  newComputer: () => Promise<string>;
  /** Makes another connection to the server. */
  newNetwork: () => Promise<CutNetwork>;
  /** An app that is signed in and shows the posts, the same for all tests that change nothing in it. */
  signedIn: SignedInApp;
}
interface Workers {
  stub: AiStub;
  sharedApp: SignedInApp;
}

export interface SignedInApp {
  app: DesktopApp;
  page: Page;
  /** The address of its server. */
  serverUrl: string;
}

function startDesktopSite(stub: AiStub): Promise<StartedSite> {
  return startSite(posts, { OPENAI_BASE_URL: stub.baseUrl, OPENAI_API_KEY: 'sk-the-tests' });
}

export const test = base.extend<Each, Workers>({
  stub: [
    async ({ browserName: _ }, use) => {
      const stub = await startAiStub({ wordsAtOnce: 20 });
      await use(stub);
      await stub.close();
    },
    { scope: 'worker' },
  ],
  site: async ({ stub }, use) => {
    const site = await startDesktopSite(stub);
    await use(site);
    await site.stop();
  },
  sharedApp: [
    async ({ stub }, use) => {
      const site = await startDesktopSite(stub);
      const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-desktop-'));
      const app = await startApp({ folder });
      try {
        const page = await connectAndSignIn(app, site.url);
        // A form with unsaved words is left without a question.
        await answerDialogs(app, 0);
        await use({ app, page, serverUrl: site.url });
      } finally {
        await app.kill();
        await site.stop();
        await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  signedIn: async ({ sharedApp, faults }, use) => {
    const { page } = sharedApp;
    await page.goto(new URL('/admin', page.url()).href);
    await page.getByRole('article').first().waitFor();
    faults.watch(page);
    await use(sharedApp);
  },
  faults: async ({ browserName: _ }, use) => {
    const seen: string[] = [];
    const allowed: RegExp[] = [];
    await use({
      allow: (pattern) => allowed.push(pattern),
      watch(page, app) {
        page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() !== 'error') return;
          if (app?.isEnding && message.text().startsWith('Failed to load resource: net::')) return;
          seen.push(`console.error: ${message.text()}`);
        });
      },
    });
    expect(
      seen.filter((message) => !allowed.some((pattern) => pattern.test(message))),
      'errors in the page',
    ).toEqual([]);
  },
  newComputer: async ({ browserName: _ }, use) => {
    const folders: string[] = [];
    await use(async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-desktop-'));
      folders.push(folder);
      return folder;
    });
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
  computer: async ({ newComputer }, use) => use(await newComputer()),
  newNetwork: async ({ site }, use) => {
    const networks: CutNetwork[] = [];
    await use(async () => {
      // The server listens on the loopback address of IPv4; "localhost" may mean another address.
      const network = await openNetwork(site.url.replace('localhost', '127.0.0.1'));
      networks.push(network);
      return network;
    });
    for (const network of networks) await network.close();
  },
  network: async ({ newNetwork }, use) => use(await newNetwork()),
  // The networks and their server end after the apps, so that no request is left without an answer.
  start: async ({ computer, faults, newNetwork: _ }, use, testInfo) => {
    const apps: DesktopApp[] = [];
    await use(async (options = {}) => {
      const app = await startApp({ folder: computer, ...options });
      apps.push(app);
      const { page, quit, kill } = app;
      const life = { isEnding: false };
      let watched: Page | undefined;
      app.page = async () => {
        const opened = await page();
        if (watched !== opened) faults.watch(opened, life);
        watched = opened;
        return opened;
      };
      app.quit = () => {
        life.isEnding = true;
        return quit();
      };
      app.kill = () => {
        life.isEnding = true;
        return kill();
      };
      return app;
    });
    for (const app of apps) await app.kill();
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const [index, app] of apps.entries()) {
        await testInfo.attach(`main process ${index + 1}`, { body: app.said() || 'said nothing' });
      }
    }
  },
});

/** Chooses the server at the first start. */
export async function connect(page: Page, url: string): Promise<void> {
  await page.getByLabel('Address of your server').fill(url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByText('Welcome, ').waitFor();
}

/** Connects and signs in a new app. */
export async function connectAndSignIn(app: DesktopApp, url: string): Promise<Page> {
  const page = await app.page();
  await connect(page, url);
  await signIn(page);
  return page;
}

/** Chooses an item of the menu, by the id the app gave it. */
export function chooseMenu(app: DesktopApp, id: string): Promise<void> {
  return app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`The menu has no item ${wanted}`);
    item.click();
  }, id);
}

/** Answers the next questions of dialogs with the button at that place. */
export function answerDialogs(app: DesktopApp, button: number): Promise<void> {
  return app.evaluate(({ dialog }, response) => {
    dialog.showMessageBox = async () => ({ response, checkboxChecked: false });
    dialog.showMessageBoxSync = () => response;
  }, button);
}
