import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import { dataFolder } from './desktop-app.ts';
import { connect, connectAndSignIn, expect, signIn, test } from './desktop-test.ts';

const UNAUTHORIZED = /status of 401/;

test.beforeEach(({ faults }) => faults.allow(UNAUTHORIZED));

test('a first start asks for the server, then for the owner, and shows the posts', async ({ start, network }) => {
  const page = await (await start()).page();
  await expect(page.getByRole('heading', { name: 'Ninefold' })).toBeVisible();
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
});

test('an address without a Ninefold server is refused with words', async ({ start, network }) => {
  const page = await (await start()).page();
  const address = page.getByLabel('Address of your server');
  const submit = page.getByRole('button', { name: 'Connect', exact: true });
  network.cut();
  await address.fill(network.url);
  await submit.click();
  await expect(page.getByText(/No server answers/)).toBeVisible();
  await address.fill('file:///etc/passwd');
  await submit.click();
  await expect(page.getByText(/must begin with https/)).toBeVisible();
});

test('the second start needs neither address nor password, and the cookie lies nowhere in clear', async ({
  start,
  computer,
  network,
}) => {
  const first = await start();
  await connectAndSignIn(first, network.url);
  expect(await first.quit()).toBe(0);

  const second = await start();
  const page = await second.page();
  await expect(page.getByText('Welcome, ')).toBeVisible();
  await expect(page.getByRole('article', { name: 'A Live Post' })).toBeVisible();

  const [, cookie = ''] = new RegExp(`${SESSION_COOKIE}=([^;\\s]+)`).exec(network.answered()) ?? [];
  const [sid = ''] = decodeURIComponent(cookie).split('.');
  expect(sid.length).toBeGreaterThan(16);
  expect(await filesWith(dataFolder(computer), sid)).toEqual([]);
  // Nor can the page have it.
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const headers = await page.evaluate(async () => [...(await fetch('/api/auth/me')).headers.keys()]);
  expect(headers).not.toContain('set-cookie');
});

// Whether there is a keychain is the system's affair, so real Electron is not asked.
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

/** The files below a folder that hold a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    // What Chromium puts away while we look is no file of ours.
    if (!entry.isFile()) continue;
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))) found.push(file);
  }
  return found;
}
