import { accessibilityFaults, faultsInPassing } from '../support/accessibility.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';

const PATHS = ['/pilates-to-pole', '/yoga-to-pole', '/pole-dancing-classes-near-me-st-pete', '/fun-workouts-st-pete'];

test.beforeEach(async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Landing Pages' }).click();
});

test('the cards', async ({ page, context, site }) => {
  await test.step('there is a card for each of the four pages, active and with its price', async () => {
    const cards = page.getByRole('article');
    await expect(cards).toHaveCount(4);
    for (const [index, path] of PATHS.entries()) {
      for (const text of [path, 'Active', '$59', '2 weeks unlimited'])
        await expect(cards.nth(index)).toContainText(text);
    }
  });

  await test.step('the preview covers the window, shows the page itself and closes', async () => {
    await page.getByRole('button', { name: 'Preview' }).first().click();
    const preview = page.getByRole('dialog', { name: 'Pilates to Pole' });
    await expect(preview.locator('iframe')).toHaveAttribute('src', '/pilates-to-pole');
    await expect.poll(() => preview.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
    const framed = preview.frameLocator('iframe');
    await expect(framed.getByRole('heading', { level: 1 })).toHaveText('You built the core. Now let it carry you.');
    await expect(framed.getByText('$59', { exact: true })).toHaveCount(1);
    await preview.getByRole('button', { name: 'Close' }).click();
    await expect(preview).toBeHidden();
  });

  await test.step('the address is copied, whole', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy URL' }).nth(1).click();
    await expect(toasts(page)).toContainText('URL copied to clipboard!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/yoga-to-pole`);
  });

  await test.step('Create New Landing Page does nothing, says so, and is no command of the palette', async () => {
    const before = page.url();
    const create = page.getByRole('button', { name: 'Create New Landing Page' });
    await create.click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(page.url()).toBe(before);
    await expect(create).toHaveAccessibleDescription('Not built yet: this button does nothing.');
    await expect(page.getByText('Not built yet: this button does nothing.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('Landing Page');
    await expect(page.getByRole('option', { name: /^Landing Pages/ })).toBeVisible();
    await expect(page.getByRole('option', { name: /Create New Landing Page/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('where the clipboard is closed the address stands in the toast', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('closed')) },
      });
    });
    await page.getByRole('button', { name: 'Copy URL' }).first().click();
    await expect(toasts(page)).toContainText(`${site.url}/pilates-to-pole`);
  });
});

test('the preview', { tag: '@long' }, async ({ page }) => {
  await test.step('each card previews its own page; Escape closes it and gives the focus back', async () => {
    const headings = [];
    for (const [index, path] of PATHS.entries()) {
      const button = page.getByRole('button', { name: 'Preview' }).nth(index);
      await button.focus();
      await page.keyboard.press('Enter');
      const frame = page.getByRole('dialog').locator('iframe');
      await expect(frame).toHaveAttribute('src', path);
      const heading = frame.contentFrame().getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      headings.push(await heading.textContent());
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    expect(new Set(headings).size).toBe(PATHS.length);
  });

  await test.step('Escape closes the preview from within the page as well', async () => {
    const button = page.getByRole('button', { name: 'Preview' }).first();
    await button.press('Enter');
    const framed = page.getByRole('dialog').locator('iframe').contentFrame();
    // The framed page hears keys once it has loaded.
    await expect.poll(() => framed.locator('html').evaluate(() => document.readyState)).toBe('complete');
    await framed.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test('nothing to find for axe, in both themes; it fits a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await faultsInPassing(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  expect(await accessibilityFaults(page, { coloursOnly: true })).toEqual([]);
});
