import { defineConfig } from 'playwright/test';
import { isDesktopBuilt } from './scripts/build-desktop.ts';
import { BROWSER_ARGUMENTS, findBrowser } from './scripts/find-browser.ts';
import { isWhole, LONG } from './tests/share.ts';

/** All pages of a worker's browser run in one process, which is reused from test to test. */
const ONE_PROCESS = [
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process',
  '--renderer-process-limit=1',
];

// Workers read this file too, but need not check.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
// A project that others depend on runs to its end before they begin. When the bundles exist, it is left out: nothing
// waits for it, and no worker is started in vain.
const needsBundles = isWorker || !isDesktopBuilt();

export default defineConfig({
  testDir: 'tests',
  projects: [
    // The longest tests come first, so that every worker has work in the last minute.
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
  // Node itself strips the types, in a tenth of the time that Playwright's own way takes for the first run of a clone.
  build: { external: ['**/*.ts'] },
  // One more than the cores of most machines for tests: each worker waits a third of its time, for pages and servers.
  workers: 3,
  // A test that passes at the second try has still found a fault.
  retries: 0,
  ...(isWhole ? {} : { grepInvert: LONG }),
  forbidOnly: true,
  // Only for tests that hang: a state that is reached costs nothing, and a machine with other work is slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    headless: true,
    launchOptions: { executablePath: findBrowser(), args: [...BROWSER_ARGUMENTS, ...ONE_PROCESS] },
    reuseContext: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Each frame of a spinner, a slide or a fade is drawn by the processor. Specs about motion switch motion on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
