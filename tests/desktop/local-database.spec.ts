import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { content, expectContent } from '#tests/e2e/support/content-field.ts';
import { answerDialogs, chooseMenu, connectAndSignIn, expect, type Page, test } from './desktop-test.ts';
import { textsOnDisk, workspaces } from './texts-on-disk.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

const TITLE = 'On the server in time';
const notKept = (page: Page) => page.getByText('Not kept on this computer').first();

const databaseOf = (computer: string) => {
  const [name] = readdirSync(workspaces(computer)).filter((file) => file.endsWith('.sqlite'));
  if (!name) throw new Error('The app has no database');
  return path.join(workspaces(computer), name);
};

test('what a busy database does not take is said, and kept once it is free', { tag: '@long' }, async ({
  start,
  computer,
  network,
}) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  await page.goto(new URL('/admin?edit=1', page.url()).href);
  await content(page).waitFor();
  const other = new Database(databaseOf(computer));
  other.exec('begin exclusive');
  try {
    await content(page).press('Control+End');
    await page.keyboard.type(' typed while it is busy');
    await expect(notKept(page)).toBeVisible();
  } finally {
    other.exec('rollback');
    other.close();
  }
  await page.keyboard.type(' and after');
  await expect(notKept(page)).toBeHidden();
  await expect.poll(() => textsOnDisk(app, computer)).toContain(' typed while it is busy and after');
  await answerDialogs(app, 0);
  await page.reload();
  await expectContent(page, / typed while it is busy and after$/);
});

test('a damaged database is set aside and reported, and what the server has is there again', { tag: '@long' }, async ({
  start,
  computer,
  network,
}) => {
  const first = await start();
  const page = await connectAndSignIn(first, network.url);
  await chooseMenu(first, 'new-post');
  await page.getByLabel('Title', { exact: true }).fill(TITLE);
  const isPushed = () =>
    page.evaluate(async (title) => {
      const ids = await window.ninefold['store.list']({ kind: 'draft' });
      const updates = await Promise.all(ids.map((id) => window.ninefold['store.load']({ id })));
      const { sync } = await window.ninefold['app.state']({});
      // An update holds text as it was typed.
      return sync.unsent === 0 && updates.flat().some((update) => atob(update).includes(title));
    }, TITLE);
  await expect.poll(isPushed).toBe(true);
  await answerDialogs(first, 0);
  // After a crash, the log beside the file would repair the file.
  await first.quit();

  const file = databaseOf(computer);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 'damaged '), 0, 4096, 0);
  closeSync(handle);

  const again = await (await start()).page();
  await expect(again.getByText(/keeps your documents was damaged/)).toBeVisible();
  await expect(again.getByText(TITLE)).toBeVisible();
  const names = readdirSync(workspaces(computer));
  expect(names.filter((name) => name.includes('.damaged-'))).not.toEqual([]);
});
