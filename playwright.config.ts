import { defineConfig } from 'playwright/test';
import { isDesktopBuilt } from './scripts/build-desktop.ts';
import { BROWSER_ARGUMENTS, findBrowser } from './scripts/find-browser.ts';
import { isWhole, LONG } from './tests/share.ts';

/** All pages of a worker's browser in one process, which goes on from test to test. */
const ONE_PROCESS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
  '--renderer-process-limit=1',
];

// Workers, which read this file too, need not know.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
// What other projects depend on runs to its end before they begin: with bundles that are there nothing is waited for, and
// no worker is started for nothing.
const needsBundles = isWorker || !isDesktopBuilt();

export default defineConfig({
  testDir: 'tests',
  projects: [
    // The longest tests first, so that the last minute has work for every worker.
    {
      name: 'desktop',
      testDir: 'tests/desktop',
      testMatch: '*.spec.ts',
      dependencies: needsBundles ? ['desktop bundles'] : [],
    },
    { name: 'browser', testDir: 'tests/e2e' },
    ...(needsBundles ? [{ name: 'desktop bundles', testDir: 'tests/desktop', testMatch: 'bundles.setup.ts' }] : []),
  ],
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Node itself takes the types out, in a tenth of the time that Playwright's own way takes for the first run of a clone.
  build: { external: ['**/*.ts'] },
  // One more than the cores most machines for tests have: each waits a third of its time, for pages and servers.
  workers: 3,
  // A test that passes at the second try has found a fault all the same.
  retries: 0,
  ...(isWhole ? {} : { grepInvert: LONG }),
  forbidOnly: true,
  // Only what hangs is ended: a state that comes costs nothing, and a machine that has other work is slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    headless: true,
    launchOptions: { executablePath: findBrowser(), args: [...BROWSER_ARGUMENTS, ...ONE_PROCESS] },
    reuseContext: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Each frame of a spinner, a slide or a fade is drawn by the processor. Specs about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
