import type * as Electron from 'electron';
import { market, runAll, step, stop } from '#tests/e2e/admin/chain-page.ts';
import { fillContent } from '#tests/e2e/support/content-field.ts';
import { longStep } from '#tests/e2e/support/long-step.ts';
import { shortenPauses } from '#tests/e2e/support/short-pauses.ts';
import { answerDialogs, chooseMenu, connectAndSignIn, type DesktopApp, expect, signIn, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

/** Milliseconds; see desktop/main/window/run-presence.ts. */
const LONG_RUN = 10_000;

/** Moves the app's clock, and no other, forward by these milliseconds. */
const passTime = (app: DesktopApp, milliseconds: number) =>
  app.evaluate((_electron, ahead) => {
    const now = Date.now;
    Date.now = () => now() + ahead;
  }, milliseconds);

/** Records the progress that the app shows at its icon; -1 means none. */
async function watchProgressBar(app: DesktopApp): Promise<() => Promise<number>> {
  await app.evaluate(({ BrowserWindow }) => {
    const seen = { bar: -1 };
    Object.assign(globalThis, { seenProgress: seen });
    const [window] = BrowserWindow.getAllWindows();
    if (!window) return;
    window.setProgressBar = (bar) => {
      seen.bar = bar;
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { seenProgress: { bar: number } }).seenProgress.bar);
}
const closeWindow = (app: DesktopApp) => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const isVisible = (app: DesktopApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? null);

/** Records the titles of the app's notifications; `click` clicks the last one. */
async function watchNotifications(app: DesktopApp) {
  await app.evaluate(({ Notification }) => {
    const seen: Electron.Notification[] = [];
    Object.assign(globalThis, { seenNotifications: seen });
    Notification.prototype.show = function show() {
      seen.push(this);
    };
  });
  type Seen = { seenNotifications: Electron.Notification[] };
  return {
    titles: () => app.evaluate(() => (globalThis as unknown as Seen).seenNotifications.map(({ title }) => title)),
    click: () => app.evaluate(() => void (globalThis as unknown as Seen).seenNotifications.at(-1)?.emit('click')),
  };
}

test('a window whose workflow runs hides when it is closed, and the run goes on to its end, which is told', {
  tag: '@long',
}, async ({ start, network, stub }) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  stub.reset();
  // The run takes some seconds, longer than closing the window.
  stub.setDelay(4);
  const bar = await watchProgressBar(app);
  const notified = await watchNotifications(app);
  await shortenPauses(page);
  await page.reload();
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await market(page).fill('Women of forty who sit all day');
  await runAll(page).click();
  await expect(stop(page)).toBeVisible();
  await expect.poll(bar).toBeGreaterThanOrEqual(0);

  await answerDialogs(app, 2);
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(true);
  await answerDialogs(app, 0);
  await closeWindow(app);
  await expect.poll(() => isVisible(app)).toBe(false);
  const before = stub.log.entries.length;
  stub.setDelay(0);
  await stub.log.until((entry) => entry.step === 2 && entry.end === 'sent');
  stub.setDelay(4);
  await expect(step(page, 2).getByText('Completed', { exact: true })).toBeVisible();
  expect(stub.log.entries.length).toBeGreaterThan(before);
  expect(await isVisible(app)).toBe(false);
  await expect.poll(bar).toBeGreaterThan(0);

  // The owner who started a short run is still there; only a long run ends in a notification.
  await passTime(app, LONG_RUN);
  stub.setDelay(0);
  await expect.poll(notified.titles, { timeout: 40_000 }).toEqual(['The workflow is done']);
  expect(await bar()).toBe(-1);

  // A click on it leads to the run, and no question is asked about words that are kept.
  await chooseMenu(app, 'new-post');
  await page.getByLabel('Title', { exact: true }).fill('Half a thought');
  const beside = page.context().waitForEvent('page');
  await chooseMenu(app, 'new-window');
  await (await beside).getByRole('tab', { name: 'Chained Prompts' }).waitFor();
  await notified.click();
  await expect(page.getByRole('tab', { name: 'Chained Prompts' })).toHaveAttribute('aria-selected', 'true');
  await expect(market(page)).toHaveValue('Women of forty who sit all day');
  await page.getByRole('tab', { name: 'Posts' }).click();
  await expect(page.getByRole('link', { name: 'Continue with Half a thought' })).toBeVisible();
  stub.reset();
});

test('a run that was cut off by a crash goes on at the next start, and nothing is bought twice', {
  tag: '@long',
}, async ({ start, network, stub }) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);
  stub.reset();
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await market(page).fill('Women of fifty who sit all day');
  await runAll(page).click();
  await stub.log.until((entry) => entry.step === 2 && entry.end === 'sent');
  stub.setDelay(4);
  await expect(step(page, 2).getByText('Completed', { exact: true })).toBeVisible();
  await stub.log.until((entry) => entry.step === 3);
  await app.kill();
  stub.setDelay(0);

  const again = await (await start()).page();
  await again.getByRole('tab', { name: 'Chained Prompts' }).click();
  await expect(step(again, 4).getByText('Completed', { exact: true })).toBeVisible();
  const asked = stub.log.entries.map((entry) => entry.step);
  expect(asked.filter((number) => number === 1)).toHaveLength(1);
  expect(asked.filter((number) => number === 2)).toHaveLength(1);
  stub.reset();
});

// One app for all of them: a start costs as much as ten steps. In `npm test` the menu and a second start are tested
// with the app of `first-start.spec.ts`.
test('an app that is open answers its menu, a second start and a second server', {
  tag: '@long',
}, async ({ start, network, newNetwork }) => {
  const app = await start();
  const page = await connectAndSignIn(app, network.url);

  await test.step('the menu does in the page what it says', async () => {
    await chooseMenu(app, 'find');
    await expect(page.getByLabel('Search posts')).toBeFocused();
    await chooseMenu(app, 'settings');
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
    await chooseMenu(app, 'new-post');
    await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill('From the menu');
    await fillContent(page, 'Saved by its shortcut.');
    await chooseMenu(app, 'save');
    await expect(page.getByText('Draft saved successfully!', { exact: true })).toBeVisible();
  });

  await test.step('the menu of the right mouse button mends a word, and spelling has its languages', async () => {
    await app.evaluate(({ BrowserWindow, Menu }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const mended: string[] = [];
      Object.assign(globalThis, { mendedWords: mended });
      if (!contents) return;
      contents.replaceMisspelling = async (word) => void mended.push(word);
      Menu.prototype.popup = function popup() {
        this.items.find(({ label }) => label === 'the')?.click();
      };
      const editFlags = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true };
      const word = { misspelledWord: 'teh', dictionarySuggestions: ['the'], isEditable: true, editFlags };
      contents.emit('context-menu', {}, { ...word, linkURL: '', mediaType: 'none', selectionText: '', x: 9, y: 9 });
    });
    const mended = () => app.evaluate(() => (globalThis as unknown as { mendedWords: string[] }).mendedWords);
    await expect.poll(mended).toEqual(['the']);
    const languages = () => app.evaluate(({ session }) => session.defaultSession.getSpellCheckerLanguages());
    const before = await languages();
    await chooseMenu(app, 'spelling-fr');
    await expect.poll(languages).toEqual([...before, 'fr'].sort());
    await chooseMenu(app, 'check-spelling');
    await expect.poll(languages).toEqual([]);
    await chooseMenu(app, 'check-spelling');
    await chooseMenu(app, 'spelling-fr');
    await expect.poll(languages).toEqual(before);
  });

  await longStep('a page that does not answer is asked about, and stays when the owner waits', async () => {
    const words = await app.evaluate(async ({ BrowserWindow, dialog }) => {
      const said: string[] = [];
      dialog.showMessageBox = async (...given: unknown[]) => {
        said.push((given.at(-1) as { message: string }).message);
        return { response: 0, checkboxChecked: false };
      };
      BrowserWindow.getAllWindows()[0]?.emit('unresponsive');
      await Promise.resolve();
      return said;
    });
    expect(words).toEqual(['Ninefold does not answer']);
    await expect(page.getByRole('form', { name: /Post$/ })).toBeVisible();
  });

  await test.step('a second start hands its link to the first and ends', async () => {
    const second = await start({ args: ['ninefold://post/1'] });
    expect(await second.ended).toBe(0);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A Live Post');
    expect(app.isRunning()).toBe(true);
  });

  // The part of the main process: `several-servers.test.ts`.
  await longStep('a second server is added and left again, each with its own sign-in', async () => {
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
    // A page that is reloaded at an address of several parts finds its files.
    await page.reload();
    await signIn(page);
    const first = await app.evaluate(({ Menu }, url) => {
      const servers = Menu.getApplicationMenu()?.getMenuItemById('server')?.submenu?.items ?? [];
      return servers.find(({ label }) => label.includes(url))?.id ?? '';
    }, network.url);
    await chooseMenu(app, first);
    // The admin of each server opens as it was left.
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
    await chooseMenu(app, 'servers');
    await page
      .getByRole('listitem')
      .filter({ hasText: other.url })
      .getByRole('button', { name: /^Forget/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
    await expect(page.getByText(other.url)).toHaveCount(0);
  });
});

test('the place of the window is remembered', { tag: '@long' }, async ({ start }) => {
  const bounds = { x: 90, y: 80, width: 900, height: 700 };
  const app = await start();
  await (await app.page()).getByLabel('Address of your server').waitFor();
  await app.evaluate(({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]?.setBounds(place), bounds);
  await app.quit();
  const again = await start();
  await again.page();
  expect(await again.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(bounds);
});
