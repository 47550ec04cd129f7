import { readFileSync } from 'node:fs';
import type { Menu } from 'electron';
import type { Locator, Page } from 'playwright/test';
import { accessibilityFaults } from '#tests/e2e/support/accessibility.ts';
import { toasts } from '#tests/e2e/support/toast.ts';
import { chooseMenu, connectAndSignIn, type DesktopApp, expect, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

const windowCount = (app: DesktopApp) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const note = (page: Page) => page.getByLabel('Note', { exact: true });

/** Returns the page of the note that `open` opens. */
async function openedNote(page: Page, open: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await open();
  return opened;
}

/** Presses the key that closes the note, which may be gone before the key is released. */
async function closeBy(page: Page, key: string): Promise<void> {
  const gone = page.waitForEvent('close');
  await note(page)
    .press(key)
    .catch(() => undefined);
  await gone;
}

/** Pastes a picture as the operating system delivers it. */
async function pastePicture(page: Page): Promise<void> {
  await note(page).evaluate(async (field) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [64, 48];
    canvas.getContext('2d')?.fillRect(8, 8, 32, 24);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const clipboardData = new DataTransfer();
    if (blob) clipboardData.items.add(new File([blob], 'boat.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
}

/** Records the menu of the icon beside the clock, from the next time that the icon gets a menu. */
const watchTray = (app: DesktopApp) =>
  app.evaluate(({ Tray }) => {
    const seen: { menu: Menu | null } = { menu: null };
    Object.assign(globalThis, { seenTray: seen });
    const { setContextMenu, destroy } = Tray.prototype;
    Tray.prototype.setContextMenu = function set(menu) {
      seen.menu = menu;
      setContextMenu.call(this, menu);
    };
    Tray.prototype.destroy = function end() {
      seen.menu = null;
      destroy.call(this);
    };
  });

/** Chooses an item of that menu; returns its label, or null when there is no icon. */
const chooseTray = (app: DesktopApp, id: string) =>
  app.evaluate((_electron, wanted) => {
    const { menu } = (globalThis as unknown as { seenTray: { menu: Menu | null } }).seenTray;
    const item = menu?.getMenuItemById(wanted);
    item?.click();
    return item?.label ?? null;
  }, id);

// One app for all of them: a start costs as much as ten steps.
test('what the app has at hand: a note, a post as a file, an icon beside the clock', { tag: '@long' }, async ({
  start,
  network,
}) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  await page.getByRole('article', { name: 'A Live Post' }).waitFor();
  const openNote = () => openedNote(page, () => chooseMenu(app, 'quick-note'));

  await test.step('what is typed in a note outlives its window, and becomes a draft with its picture', async () => {
    const first = await openNote();
    await expect(note(first)).toBeFocused();
    await note(first).fill('Boats of paper\nFold twice.');
    await pastePicture(first);
    await expect(first.getByRole('list', { name: 'Pictures of the note' }).getByRole('img')).toHaveCount(1);
    expect(await accessibilityFaults(first)).toEqual([]);
    await closeBy(first, 'Escape');
    const again = await openNote();
    await expect(note(again)).toHaveValue('Boats of paper\nFold twice.');
    await closeBy(again, 'Control+Enter');
    expect(await windowCount(app)).toBe(1);
    await page.getByRole('tab', { name: 'Posts' }).click();
    await expect(page.getByRole('link', { name: 'Continue with Boats of paper' })).toBeVisible();
    const empty = await openNote();
    await expect(note(empty)).toHaveValue('');
    await closeBy(empty, 'Escape');
  });

  await test.step('a picture that is on its way is in the note before its window closes', async () => {
    const quick = await openNote();
    await pastePicture(quick);
    await closeBy(quick, 'Escape');
    const again = await openNote();
    await again.getByRole('button', { name: 'Remove boat.png' }).click();
    await closeBy(again, 'Escape');
  });

  await test.step('a post and a draft are dragged out of the list as files', async () => {
    await app.evaluate(({ webContents }) => {
      const dragged: string[] = [];
      Object.assign(globalThis, { draggedFiles: dragged });
      for (const contents of webContents.getAllWebContents())
        contents.startDrag = ({ file }) => void dragged.push(file);
    });
    const dragged = () => app.evaluate(() => (globalThis as unknown as { draggedFiles: string[] }).draggedFiles);
    const drag = async (from: Locator, nth: number) => {
      await from.hover();
      await page.mouse.down();
      await page.mouse.move(40, 40, { steps: 8 });
      await expect.poll(async () => (await dragged()).length).toBe(nth);
      await page.mouse.up();
      return readFileSync((await dragged()).at(-1) ?? '', 'utf8');
    };
    const handle = { name: 'Markdown file: drag it out, or press to save' };
    const ofPost = page.getByRole('article', { name: 'A Live Post' }).getByRole('button', handle);
    expect(await drag(ofPost, 1)).toMatch(/^---\ntitle: A Live Post\n[\s\S]*Words that are live\.\n$/);
    const ofDraft = page.getByRole('region', { name: 'Not saved yet' }).getByRole('button', handle);
    expect(await drag(ofDraft, 2)).toMatch(
      /^---\ntitle: Boats of paper\n[\s\S]*---\n\nFold twice\.\n\n!\[\]\(\/uploads\/[^)]+\)\n$/,
    );
  });

  await test.step('a file that cannot be carried is told of in words, not in those of a channel', async () => {
    await app.evaluate(({ webContents }) => {
      for (const contents of webContents.getAllWebContents())
        contents.startDrag = () => {
          throw new Error('no drag');
        };
    });
    await page
      .getByRole('article', { name: 'A Live Post' })
      .getByRole('button', { name: 'Markdown file: drag it out, or press to save' })
      .hover();
    await page.mouse.down();
    await page.mouse.move(40, 40, { steps: 8 });
    await expect(toasts(page)).toContainText('Ninefold could not do this on this computer.');
    await page.mouse.up();
  });

  await test.step('the icon beside the clock says what waits, and leads to a new post', async () => {
    await watchTray(app);
    await chooseMenu(app, 'tray');
    expect(await chooseTray(app, 'tray-show')).toBeNull();
    await chooseMenu(app, 'tray');
    expect(await chooseTray(app, 'tray-show')).toBe('Open Ninefold');
    await expect.poll(() => chooseTray(app, 'tray-waiting')).toBe('Nothing waits to be sent');
    await chooseTray(app, 'tray-new-post');
    await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible();
  });
});

/** The extra members of the stand-in's shortcuts: with Electron's own, a test cannot press keys of the whole system. */
interface Pressable {
  taken: Set<string>;
  press(keys: string): void;
}

test('keys of another program are refused in words, others open a note', { tag: ['@stand-in', '@long'] }, async ({
  start,
  network,
}) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  await app.evaluate(({ globalShortcut }, keys) => {
    (globalShortcut as unknown as Pressable).taken.add(keys);
  }, 'Ctrl+Alt+Space');
  await chooseMenu(app, 'settings');
  const section = page.getByRole('region', { name: 'Quick note' });
  const isOn = section.getByRole('switch', { name: 'Open it with a shortcut' });
  await isOn.click();
  await expect(section.getByRole('alert')).toContainText('another program may have it. Press others.');
  await expect(isOn).not.toBeChecked();
  await section.getByLabel('Shortcut', { exact: true }).press('Control+Alt+j');
  await expect(section.getByLabel('Shortcut', { exact: true })).toHaveValue('Ctrl + Alt + J');
  await expect(isOn).toBeChecked();
  await expect(section.getByRole('alert')).toHaveCount(0);
  const opened = await openedNote(page, () =>
    app.evaluate(({ globalShortcut }) => (globalShortcut as unknown as Pressable).press('Ctrl+Alt+J')),
  );
  await expect(note(opened)).toBeFocused();
});
