import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { updateSessionLife } from '#shared/contract/auth/session-life.ts';
import { saveDraft } from '#shared/contract/posts/posts-admin.ts';
import { content, expectContent } from '#tests/e2e/support/content-field.ts';
import { type DesktopApp, dataFolder } from './desktop-app.ts';
import { chooseMenu, connectAndSignIn, expect, type Page, test } from './desktop-test.ts';
import { textsOnDisk, workspaces } from './texts-on-disk.ts';

// Tests that need a real disk, each on mounts that only the app sees.

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const notKept = (page: Page) => page.getByText('Not kept on this computer', { exact: true });

async function type(page: Page, words: string): Promise<void> {
  await content(page).press('Control+End');
  await page.keyboard.type(words);
}

const copyOf = (page: Page) => page.evaluate(() => window.ninefold['copy.state']({}));

/** Sends a call from the page, through the app. */
function tell(page: Page, method: string, address: string, body: object): Promise<void> {
  return page.evaluate(
    async ([how, to, json]) => {
      const response = await fetch(to, { method: how, headers: { 'content-type': 'application/json' }, body: json });
      if (!response.ok) throw new Error(`${to} answered ${response.status}`);
    },
    [method, address, JSON.stringify(body)] as const,
  );
}

/** Fills the disk that holds the app's data. */
function fillDisk(app: DesktopApp, folder: string): Promise<void> {
  return app.evaluate((_electron, data) => {
    const { closeSync, openSync, writeSync } = process.getBuiltinModule('node:fs');
    const ballast = openSync(`${data}/ballast`, 'w');
    for (const size of [1024 * 1024, 4096]) {
      const bytes = Buffer.alloc(size, 'x');
      try {
        while (writeSync(ballast, bytes) === size);
      } catch (error) {
        if (!String(error).includes('ENOSPC')) throw error;
      }
    }
    closeSync(ballast);
  }, folder);
}

function makeRoom(app: DesktopApp, folder: string): Promise<void> {
  return app.evaluate((_electron, data) => process.getBuiltinModule('node:fs').rmSync(`${data}/ballast`), folder);
}

test('on a full disk what is not kept is said, and it is kept by itself once there is room', {
  tag: ['@stand-in', '@long'],
}, async ({ start, computer, network }) => {
  const folder = dataFolder(computer);
  const app = await start({ mounts: `mount -t tmpfs -o size=64m,mode=700 tmpfs '${folder}'` });
  const page = await connectAndSignIn(app, network.url);
  await chooseMenu(app, 'new-post');
  await title(page).fill('On a small disk');
  await type(page, 'Typed in time.');
  await expect.poll(() => textsOnDisk(app, computer)).toBe('Typed in time.');

  await fillDisk(app, folder);
  await type(page, ' Typed on a full disk.');
  await expect(notKept(page)).toBeVisible();
  await expect(page.getByText('Unsaved changes · Not kept on this computer')).toBeVisible();
  expect(await textsOnDisk(app, computer)).toBe('Typed in time.');
  // The site is larger than the room on the disk.
  await tell(page, 'POST', saveDraft.path, { title: 'Long', slug: 'long', content: 'word '.repeat(200_000) });
  await expect.poll(async () => (await copyOf(page))?.problem).toContain('The disk is full');

  await makeRoom(app, folder);
  await expect(notKept(page)).toBeHidden();
  await expect.poll(() => textsOnDisk(app, computer)).toBe('Typed in time. Typed on a full disk.');
  await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
  await expectContent(page, 'Typed in time. Typed on a full disk.');
  // Every write makes the copy look for news.
  await tell(page, 'PUT', updateSessionLife.path, { idleMinutes: 10_080 });
  await expect.poll(async () => (await copyOf(page))?.problem).toBeNull();
  expect((await copyOf(page))?.posts).toBe(4);
});

test('a folder that cannot be written to is said at the start, and what is typed is kept once it can be', {
  tag: ['@stand-in', '@long'],
}, async ({ start, computer, network, faults }) => {
  // The browser reports each request that found no server.
  faults.allow(/Failed to load resource/);
  const first = await start();
  const page = await connectAndSignIn(first, network.url);
  const editLive = async (of: Page) => {
    await of.getByRole('article', { name: 'A Live Post' }).getByRole('link', { name: 'Edit' }).click();
    await expect(title(of)).toHaveValue('A Live Post');
  };
  await editLive(page);
  await type(page, ' Typed in time.');
  await expect.poll(() => textsOnDisk(first, computer)).toContain('Typed in time.');
  // The files are as after a crash, with the log beside the database.
  await first.kill();

  const folder = workspaces(computer);
  // Without the server, none of the text can come from the server.
  network.cut();
  const second = await start({
    mounts: `mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}'`,
  });
  const locked = await second.page();
  const cannotBeOpened = locked.getByText(/keeps your documents cannot be opened/);
  await expect(cannotBeOpened).toBeVisible();
  await expect(locked.getByRole('button', { name: 'Not kept here' })).toBeVisible();
  await editLive(locked);
  await type(locked, ' Typed in a locked folder.');
  await expect(locked.getByText('Unsaved changes · Not kept on this computer')).toBeVisible();
  await second.evaluate((_electron, data) => {
    process.getBuiltinModule('node:child_process').execFileSync('mount', ['-o', 'remount,rw,bind', data]);
  }, folder);
  await expect(notKept(locked)).toBeHidden();
  await expect(cannotBeOpened).toBeHidden();
  await expect(locked.getByRole('button', { name: 'Not kept here' })).toBeHidden();
  await second.kill();

  const third = await (await start()).page();
  await editLive(third);
  await expectContent(third, /^Words that are live\./);
  await expectContent(third, / Typed in time\./);
  await expectContent(third, / Typed in a locked folder\./);
});

test('an app that cannot keep anything, or whose folder is a newer program’s, says so and ends', {
  tag: ['@stand-in', '@long'],
}, async ({ start, computer, newComputer }) => {
  const folder = dataFolder(computer);
  const locked = await start({
    mounts: `mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}'`,
  });
  expect(await locked.ended).toBe(1);
  expect(locked.said()).toContain('Ninefold cannot write into its folder, so nothing you type could be kept');

  const other = await newComputer();
  const newer = JSON.stringify({ version: 3 });
  mkdirSync(dataFolder(other));
  writeFileSync(path.join(dataFolder(other), 'servers.json'), newer);
  const older = await start({ folder: other });
  expect(await older.ended).toBe(1);
  expect(older.said()).toContain('A newer version of Ninefold was used on this computer');
  expect(readFileSync(path.join(dataFolder(other), 'servers.json'), 'utf8')).toBe(newer);
});
