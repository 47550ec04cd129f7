import { readFileSync } from 'node:fs';
import type { Menu } from 'electron';
import type { Locator, Page } from 'playwright/test';
import { accessibilityFaults } from '#tests/e2e/support/accessibility.ts';
import { chooseMenu, connectAndSignIn, type DesktopApp, expect, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

const KEYS = 'Ctrl+Alt+Space';
/** What the stand-in's shortcuts have beside Electron's. */
interface Pressable {
  taken: Set<string>;
  press(keys: string): void;
}

const windowCount = (app: DesktopApp) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const note = (page: Page) => page.getByLabel('Note', { exact: true });

/** The page of the note, opened by the keys as from another program. */
async function pressKeys(app: DesktopApp, page: Page, keys: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await app.evaluate(({ globalShortcut }, pressed) => (globalShortcut as unknown as Pressable).press(pressed), keys);
  return opened;
}

/** Presses what closes the note, which may be gone before the key goes up. */
async function closeBy(page: Page, key: string): Promise<void> {
  const gone = page.waitForEvent('close');
  await note(page)
    .press(key)
    .catch(() => undefined);
  await gone;
}

/** Pastes a picture as the system hands it over. */
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

// One app for all of them: a start costs as much as ten steps. Shortcuts of the whole system cannot be pressed in real Electron.
test('what the app has at hand: a note from any program, a post as a file, an icon beside the clock', {
  tag: ['@stand-in', '@long'],
}, async ({ start, network }) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  await page.getByRole('article', { name: 'A Live Post' }).waitFor();

  await test.step('keys of another program are refused in words, others open a note', async () => {
    await app.evaluate(({ globalShortcut }, keys) => {
      (globalShortcut as unknown as Pressable).taken.add(keys);
    }, KEYS);
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
  });

  await test.step('what is typed in it outlives its window, and becomes a draft with its picture', async () => {
    const first = await pressKeys(app, page, 'Ctrl+Alt+J');
    await expect(note(first)).toBeFocused();
    await note(first).fill('Boats of paper\nFold twice.');
    await pastePicture(first);
    await expect(first.getByRole('list', { name: 'Pictures of the note' }).getByRole('img')).toHaveCount(1);
    expect(await accessibilityFaults(first)).toEqual([]);
    await closeBy(first, 'Escape');
    const again = await pressKeys(app, page, 'Ctrl+Alt+J');
    await expect(note(again)).toHaveValue('Boats of paper\nFold twice.');
    await closeBy(again, 'Control+Enter');
    expect(await windowCount(app)).toBe(1);
    await page.getByRole('tab', { name: 'Posts' }).click();
    await expect(page.getByRole('link', { name: 'Continue with Boats of paper' })).toBeVisible();
    const empty = await pressKeys(app, page, 'Ctrl+Alt+J');
    await expect(note(empty)).toHaveValue('');
    await closeBy(empty, 'Escape');
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

  await test.step('the icon beside the clock says what waits, and leads to a new post', async () => {
    const chooseTray = (id: string) =>
      app.evaluate(({ Tray }, wanted) => {
        const [tray] = (Tray as unknown as { shown: { menu: Menu }[] }).shown;
        tray?.menu.getMenuItemById(wanted)?.click();
        return tray?.menu.getMenuItemById(wanted)?.label ?? null;
      }, id);
    await expect.poll(() => chooseTray('tray-waiting')).toBe('Nothing waits to be sent');
    await chooseTray('tray-new-post');
    await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible();
    await chooseMenu(app, 'tray');
    expect(await chooseTray('tray-show')).toBeNull();
    await chooseMenu(app, 'tray');
    expect(await chooseTray('tray-show')).toBe('Open Ninefold');
  });
});
