import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import { content, expectContent, fillContent } from '#tests/e2e/support/content-field.ts';
import { longStep } from '#tests/e2e/support/long-step.ts';
import { dataFolder } from './desktop-app.ts';
import {
  answerDialogs,
  chooseMenu,
  connect,
  connectAndSignIn,
  expect,
  type Page,
  signIn,
  test,
} from './desktop-test.ts';

const UNAUTHORIZED = /status of 401/;

test.beforeEach(({ faults }) => faults.allow(UNAUTHORIZED));

const title = (page: Page) => page.getByLabel('Title', { exact: true });
/** A line of the queue beside the calendar. */
const queued = (page: Page) =>
  page.getByRole('region', { name: 'Drafts without a date' }).getByRole('link', { name: 'A Draft' });

const copyOf = (page: Page) => page.evaluate(() => window.ninefold['copy.state']({}));
const card = (page: Page, name: string) => page.getByRole('article', { name });

// One computer, from its first start on: a start costs as much as ten steps.
test('three starts of an app, the second without a network', async ({ start, computer, network, faults }) => {
  const first = await start();
  const page = await first.page();

  // `connect-flow.test.ts` tests the words, `address.test.ts` and `server-check.test.ts` the addresses.
  await longStep('an address without a Ninefold server is refused with words', async () => {
    await expect(page.getByRole('heading', { name: 'Ninefold' })).toBeVisible();
    const address = page.getByLabel('Address of your server');
    const submit = page.getByRole('button', { name: 'Connect', exact: true });
    network.cut();
    await address.fill(network.url);
    await submit.click();
    await expect(page.getByText(/No server answers/)).toBeVisible();
    await address.fill('file:///etc/passwd');
    await submit.click();
    await expect(page.getByText(/must begin with https/)).toBeVisible();
    network.mend();
  });

  await test.step('a first start asks for the server, then for the owner, and shows the posts', async () => {
    await connect(page, network.url);
    await expect(page).toHaveURL(/\/admin\/login$/);
    await signIn(page);
    await expect(page.getByRole('article', { name: 'A Live Post' })).toBeVisible();
    // Pictures come through main as well.
    const width = page.evaluate(async () => {
      const post = (await (await fetch('/api/posts/live-one')).json()) as { featuredImage: string };
      const picture = new Image();
      picture.src = post.featuredImage;
      await picture.decode();
      return picture.naturalWidth;
    });
    expect(await width).toBeGreaterThan(0);
    // The credentials belong to main: the page cannot read them.
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const headers = await page.evaluate(async () => [...(await fetch('/api/auth/me')).headers.keys()]);
    expect(headers).not.toContain('set-cookie');
  });

  await test.step('the menu does in the page what it says', async () => {
    await chooseMenu(first, 'find');
    await expect(page.getByLabel('Search posts')).toBeFocused();
    await chooseMenu(first, 'settings');
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Posts' }).click();
  });

  // The calendar is opened now, so that it is known later without the network.
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(queued(page)).toBeVisible();

  await test.step('a second start hands its link to the first and ends; words that are kept are left without a question', async () => {
    await chooseMenu(first, 'new-post');
    await title(page).fill('Beside a link');
    await expect(page.getByText(/kept on this computer/i).first()).toBeVisible();
    const again = await start({ args: ['ninefold://post/1'] });
    expect(await again.ended).toBe(0);
    await expect(title(page)).toHaveValue('A Live Post');
    expect(first.isRunning()).toBe(true);
  });

  await expect.poll(async () => (await copyOf(page))?.isWhole).toBe(true);
  await expect.poll(async () => (await copyOf(page))?.pictures).toMatchObject({ here: 1, of: 1 });
  await chooseMenu(first, 'new-post');
  await expect(title(page)).toHaveValue('');
  await title(page).fill('The last word');
  await answerDialogs(first, 0);
  expect(await first.quit()).toBe(0);

  network.cut();
  // The browser reports each request that found no server.
  faults.allow(/Failed to load resource/);
  const second = await start();
  const offline = await second.page();

  await test.step('what was typed a moment before quitting is there at the next start', async () => {
    await expect(offline.getByText('The last word')).toBeVisible();
  });

  await test.step('without a network every post is there, though none was opened: listed, searched, read, with its picture', async () => {
    await expect(offline.getByText(/^Offline\. What you see is from/)).toBeVisible();
    await expect(offline.getByRole('article')).toHaveCount(3);
    const picture = card(offline, 'A Live Post').locator('img');
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await offline.getByRole('link', { name: 'Calendar' }).click();
    await expect(queued(offline)).toBeVisible();
    await offline.getByRole('link', { name: 'List' }).click();
    await offline.getByLabel('Search posts').fill('wait');
    await expect(offline.getByRole('article')).toHaveCount(1);
    await card(offline, 'A Draft').getByRole('link', { name: 'Edit' }).click();
    await expect(title(offline)).toHaveValue('A Draft');
    await expect(content(offline)).toHaveText('Words that wait.');
  });

  await test.step('an app started without network shows what it knows, and keeps what is written', async () => {
    await offline.getByRole('link', { name: 'History' }).click();
    await expect(offline.getByRole('button', { name: 'Try again' })).toBeVisible();
    await chooseMenu(second, 'new-post');
    await expect(title(offline)).toHaveValue('');
    await fillContent(offline, 'See ');
    await offline.keyboard.type('[[live po');
    await offline.getByRole('option', { name: 'A Live Post' }).click();
    await expectContent(offline, 'See [A Live Post](/post/live-one)');
    await title(offline).fill('Written offline');
    await fillContent(offline, 'Nothing of this is lost.');
    await expect(offline.getByText(/kept on this computer/i).first()).toBeVisible();
    await answerDialogs(second, 0);
    expect(await second.quit()).toBe(0);
  });

  await test.step('the cookie lies nowhere in clear', async () => {
    const [, cookie = ''] = new RegExp(`${SESSION_COOKIE}=([^;\\s]+)`).exec(network.answered()) ?? [];
    const [sid = ''] = decodeURIComponent(cookie).split('.');
    expect(sid.length).toBeGreaterThan(16);
    expect(await filesWith(dataFolder(computer), sid)).toEqual([]);
  });

  await longStep(
    'a later start with a network needs neither address nor password, and has what was written',
    async () => {
      network.mend();
      const last = await (await start()).page();
      await expect(last.getByText('Welcome, ')).toBeVisible();
      await expect(last.getByText('Written offline')).toBeVisible();
      await expect(last.getByText(/^Offline\./)).toHaveCount(0);
      await expect(last.getByRole('article', { name: 'A Live Post' })).toBeVisible();
    },
  );
});

// Whether there is a keychain depends on the system, so real Electron does not run this test.
test('without a keychain the app says so, and asks for the password at each start', {
  tag: ['@stand-in', '@long'],
}, async ({ start, computer, network }) => {
  const notice = 'This system has no place for secrets.';
  const first = await start({ hasKeychain: false });
  const page = await connectAndSignIn(first, network.url);
  await expect(page.getByText(notice)).toBeVisible();
  await first.quit();
  const [, cookie = ''] = new RegExp(`${SESSION_COOKIE}=([^;\\s]+)`).exec(network.answered()) ?? [];
  expect(await filesWith(dataFolder(computer), decodeURIComponent(cookie).split('.')[0] ?? '')).toEqual([]);

  const again = await (await start({ hasKeychain: false })).page();
  await expect(again.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await signIn(again);
});

/** Returns the files below a folder that contain a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    // A file that Chromium removes during the search is not one of ours.
    if (!entry.isFile()) continue;
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(file);
  }
  return found;
}
