import type { Browser, Page } from 'playwright/test';
import type { Site } from '../site/sites.ts';
import { test as base } from '../site-test.ts';
import { fillContent } from '../support/content-field.ts';
import { emptyWorkspace } from '../support/empty-workspace.ts';
import { signIn } from '../support/sign-in.ts';

export type { Browser, Locator } from 'playwright/test';
export { expect, type Page } from '../site-test.ts';

export interface TestFixtures {
  /**
   * The workspace is the same on all devices, so each test starts without the drafts and prompts of the previous test.
   */
  emptyWorkspace: undefined;
  /** Signs the page's owner in, for a test that opens its address itself. */
  signInOwner: () => Promise<void>;
  /** Opens an admin address as the signed-in owner, and waits until it is drawn. */
  openAdmin: (path?: string) => Promise<void>;
}

/** Admin tests write, so each worker has a site of its own. */
export const test = base.extend<TestFixtures>({
  site: async ({ adminSite }, use) => use(adminSite),
  emptyWorkspace: [
    async ({ site, context: _ }, use) => {
      await emptyWorkspace(site);
      await use(undefined);
    },
    { auto: true },
  ],
  signInOwner: async ({ context, site }, use) => {
    await use(() => signIn(context, site));
  },
  openAdmin: async ({ page, signInOwner }, use) => {
    await use(async (path = '/admin') => {
      await signInOwner();
      await page.goto(path);
      await page.getByText('Welcome, ').waitFor();
    });
  },
});

/** Opens an empty page of the owner, signed in, at another computer. */
export async function otherComputer(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  await signIn(context, site);
  return context.newPage();
}

let made = 0;

/** Returns a title that no other test uses. */
export function uniqueTitle(words: string): string {
  made += 1;
  return `${words} ${process.pid}-${made}`;
}

/** Fills the required fields of a post and leaves the form open. */
export async function fillPost(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Excerpt').fill('What it is about.');
  await fillContent(page, 'The words themselves.');
}
