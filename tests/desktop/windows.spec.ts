import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { sidewaysOverflow } from '#tests/e2e/support/sideways-overflow.ts';
import { chooseMenu, connectAndSignIn, type DesktopApp, expect, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const windowCount = (app: DesktopApp) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Returns the page of the window that `open` opens. */
async function newPage(page: Page, open: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await open();
  return opened;
}

// One app for all of them: a start costs as much as ten steps.
test('an app of several windows, files and places in the text', { tag: '@long' }, async ({
  start,
  network,
  computer,
}) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  await page.getByRole('article', { name: 'A Live Post' }).waitFor();

  await test.step('a text is found in the page, place by place', async () => {
    await chooseMenu(app, 'find-in-page');
    const finder = page.getByRole('search', { name: 'Find in this page' });
    await expect(finder.getByLabel('Text to find')).toBeFocused();
    await page.keyboard.type('a live POST');
    await expect(finder.getByRole('status')).toHaveText(/^1 of [1-9]/);
    await page.keyboard.press('Shift+Enter');
    await expect(finder.getByRole('status')).toHaveText(/^([1-9]\d*) of \1$/);
    await finder.getByLabel('Text to find').fill('nothing of the kind');
    await expect(finder.getByRole('status')).toHaveText('Not found');
    await page.keyboard.press('Escape');
    await expect(finder).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
  });

  const second = await newPage(page, () => chooseMenu(app, 'new-window'));
  await test.step('a new window shows the same admin, a little beside', async () => {
    await expect(second.getByRole('article', { name: 'A Live Post' })).toBeVisible();
    const places = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => `${window.getBounds().x} ${window.getBounds().y}`),
      );
    // A window moves to its place after it is made.
    await expect.poll(async () => new Set(await places()).size).toBe(2);
  });

  await test.step('a post is written in one window, and read in the other until that takes over', async () => {
    for (const each of [page, second]) {
      await each.goto(new URL('/admin?edit=1', each.url()).href);
      await expect(title(each)).toHaveValue('A Live Post');
    }
    await expect(second.getByText('This post is open elsewhere on this computer')).toBeVisible();
    await title(page).fill('A Live Post in two windows');
    await expect(title(second)).toHaveValue('A Live Post in two windows');
    await second.getByRole('button', { name: 'Take over' }).click();
    await title(second).fill('A Live Post, twice');
    await expect(title(page)).toHaveValue('A Live Post, twice');
  });

  await test.step('find is the editor’s own where there is one', async () => {
    await chooseMenu(app, 'find-in-page');
    await expect(second.locator('.cm-panel.cm-search')).toBeVisible();
    await expect(page.locator('.cm-panel.cm-search')).toHaveCount(0);
    await second.keyboard.press('Escape');
  });

  await test.step('a window with unsaved words asks, and the other one stays', async () => {
    await app.evaluate(({ dialog }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { askedAtClosing: asked });
      // The first answer is to keep editing.
      dialog.showMessageBoxSync = (...given: unknown[]) =>
        asked.push((given.at(-1) as { message: string }).message) === 1 ? 1 : 0;
    });
    const asked = () => app.evaluate(() => (globalThis as unknown as { askedAtClosing: string[] }).askedAtClosing);
    const id = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.id ?? 0);
    const close = () => app.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.fromId(wanted)?.close(), id);
    await close();
    await expect.poll(asked).toEqual(['Leave without saving?']);
    expect(await windowCount(app)).toBe(2);
    await close();
    await expect.poll(() => windowCount(app)).toBe(1);
    expect(await asked()).toHaveLength(2);
    // The remaining window has the post again, with the words of the closed window.
    await expect(title(page)).toHaveValue('A Live Post, twice');
    await expect(title(page)).toBeEditable();
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByText('Post updated successfully', { exact: false }).first()).toBeVisible();
  });

  await test.step('a file that a second start names becomes a draft', async () => {
    const file = path.join(computer, 'tea.md');
    writeFileSync(file, '---\ntitle: Tea\ntags: [hot]\n---\n\nHot *water*.\n');
    const other = await start({ args: [file] });
    expect(await other.ended).toBe(0);
    await expect(title(page)).toHaveValue('Tea');
    await expect(page.getByText('Opened tea.md').first()).toBeVisible();
  });

  await test.step('in a window of 800 × 600 the text that was opened is in sight', async () => {
    // The height that is left of 600 below a title bar and a menu.
    await page.setViewportSize({ width: 800, height: 545 });
    await page.evaluate(() => window.scrollTo(0, 0));
    const isInSight = (text: string) =>
      page.evaluate((wanted) => {
        const line = [...document.querySelectorAll('.cm-line')].find((each) => each.textContent?.includes(wanted));
        const box = line?.getBoundingClientRect();
        return box !== undefined && document.elementFromPoint(box.x + 9, box.bottom - 3)?.closest('.cm-line') === line;
      }, text);
    await expect.poll(() => isInSight('Hot')).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('what the system hands over in other ways does the same, and faults are told', async () => {
    const said = await app.evaluate(({ dialog }) => {
      const words: string[] = [];
      Object.assign(globalThis, { saidWords: words });
      dialog.showMessageBox = async (...given: unknown[]) => {
        words.push((given.at(-1) as { message: string }).message);
        return { response: 0, checkboxChecked: false };
      };
      return words;
    });
    expect(said).toEqual([]);
    const hostile = path.join(computer, 'hostile.md');
    writeFileSync(hostile, '---\n"\n---\n');
    await app.evaluate(({ app: electronApp }, file) => {
      electronApp.emit('open-file', { preventDefault() {} }, file);
    }, hostile);
    await expect(page.getByText('The file cannot be opened').first()).toBeVisible();
    const binary = path.join(computer, 'binary.md');
    writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00]));
    await app.evaluate(({ app: electronApp }, file) => {
      electronApp.emit('open-file', { preventDefault() {} }, file);
    }, binary);
    const words = () => app.evaluate(() => (globalThis as unknown as { saidWords: string[] }).saidWords);
    await expect.poll(words).toEqual(['This file is not a text in UTF-8.']);
    await app.evaluate(({ app: electronApp }) => {
      electronApp.emit('open-url', { preventDefault() {} }, 'ninefold://new?title=From%20a%20link&text=%23%20Words');
    });
    // The previous draft is not on the server yet.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(title(page)).toHaveValue('From a link');
    await chooseMenu(app, 'recent-0');
    await expect(page.getByText('The file cannot be opened').first()).toBeVisible();
    await chooseMenu(app, 'forget-files');
    expect(await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('recent')?.enabled)).toBe(false);
  });
});

/**
 * The page of a window of 800 × 600, below its title bar and menu; at a zoom of 200 % the page has half of each side.
 */
const SMALL_WINDOW = { width: 800, height: 545 };
const AT_200_PERCENT = { width: 400, height: 272 };

/** Whether the whole control is in the window, with nothing over it. */
const isInSight = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    const corners = [left + 4, (left + right) / 2, right - 4].flatMap((x) => [
      [x, top + 4] as const,
      [x, bottom - 4] as const,
    ]);
    return isInside && corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });

for (const [name, viewport] of [
  ['a window of 800 × 600', SMALL_WINDOW],
  ['such a window at 200 %', AT_200_PERCENT],
] as const) {
  test(`in ${name} the list, the form's main button and the header's menu are in reach`, async ({
    signedIn: { page },
  }) => {
    const expectInSight = (control: Locator) => expect.poll(() => isInSight(control), `${control}`).toBe(true);
    await page.setViewportSize(viewport);
    try {
      for (const button of await page.getByRole('navigation', { name: 'Admin' }).getByRole('button').all())
        if (await button.isVisible()) await expectInSight(button);
      if (viewport === AT_200_PERCENT) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        for (const item of await page.getByRole('menuitem').all()) {
          await item.scrollIntoViewIfNeeded();
          await expectInSight(item);
        }
        await page.keyboard.press('Escape');
      }
      const post = page.getByRole('article', { name: 'A Live Post' });
      for (const control of [
        post.getByRole('link', { name: 'A Live Post' }),
        post.getByRole('button', { name: 'Delete' }),
      ]) {
        await control.scrollIntoViewIfNeeded();
        await expectInSight(control);
      }
      expect(await sidewaysOverflow(page)).toEqual([]);

      await post.getByRole('link', { name: 'Edit' }).click();
      await expect(title(page)).toHaveValue('A Live Post');
      // The button is visible at once, and wherever the form is scrolled.
      await expectInSight(page.getByRole('button', { name: 'Update Post' }));
      await title(page).scrollIntoViewIfNeeded();
      await expectInSight(title(page));
      await expectInSight(page.getByRole('button', { name: 'Update Post' }));
      expect(await sidewaysOverflow(page)).toEqual([]);
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
}
