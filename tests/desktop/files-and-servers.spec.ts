import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillContent } from '#tests/e2e/support/content-field.ts';
import { chooseMenu, connectAndSignIn, expect, signIn, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

test('a Markdown file is opened and saved by the menu, and everything goes into one archive', { tag: '@long' }, async ({
  start,
  network,
  computer,
}) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  const [given, saved, archive] = ['tea.md', 'saved.md', 'all.zip'].map((name) => path.join(computer, name));
  if (!given || !saved || !archive) throw new Error('The test has three files');
  writeFileSync(given, '---\ntitle: Tea\ntags: [hot]\n---\n\nHot *water*.\n');
  await app.evaluate(
    ({ dialog }, files) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [files.given] });
      dialog.showSaveDialog = async (...args: unknown[]) => {
        const options = args.at(-1) as { defaultPath?: string };
        return { canceled: false, filePath: options.defaultPath?.endsWith('.md') ? files.saved : files.archive };
      };
    },
    { given, saved, archive },
  );
  await chooseMenu(app, 'open-file');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Tea');
  await fillContent(page, 'Hot *water*, and cups.');
  await chooseMenu(app, 'save-file');
  await expect(page.getByText('Saved as a Markdown file').first()).toBeVisible();
  expect(readFileSync(saved, 'utf8')).toMatch(
    /^---\ntitle: Tea\n[\s\S]*tags:[\s\S]*---\n\nHot \*water\*, and cups\.\n$/,
  );
  await chooseMenu(app, 'export');
  await expect(page.getByText('Everything on this computer is now also in')).toBeVisible();
  // "PK" begins every zip (APPNOTE §4.3.7).
  expect(readFileSync(archive).subarray(0, 2).toString('latin1')).toBe('PK');
});

test('a second server is added and left again, each with its own sign-in', async ({ start, network, newNetwork }) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  await chooseMenu(app, 'servers');
  await expect(page.getByText(network.url)).toBeVisible();
  await page.getByRole('button', { name: 'Go back to it' }).click();
  await expect(page.getByText('Welcome, ')).toBeVisible();

  const other = await newNetwork();
  await chooseMenu(app, 'servers');
  await page.getByLabel('Address of your server').fill(other.url);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  // The same site at another address: nothing goes there before the owner has said what it is.
  await expect(page.getByRole('region', { name: 'Is this the site you know?' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^The same as / })).toContainText(network.url);
  await page.getByRole('button', { name: 'Another site, with documents of its own' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await expect(page.getByText(other.url)).toBeVisible();
  // A page that is loaded at an address of several parts finds its files.
  await page.reload();
  await signIn(page);
  const first = await app.evaluate(({ Menu }, url) => {
    const servers = Menu.getApplicationMenu()?.getMenuItemById('server')?.submenu?.items ?? [];
    return servers.find(({ label }) => label.includes(url))?.id ?? '';
  }, network.url);
  await chooseMenu(app, first);
  await expect(page.getByRole('article', { name: 'A Live Post' })).toBeVisible();
  await chooseMenu(app, 'servers');
  await page
    .getByRole('listitem')
    .filter({ hasText: other.url })
    .getByRole('button', { name: /^Forget/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText(other.url)).toHaveCount(0);
});
