import { shareOf } from '#tests/share.ts';
import { expect, type Page, PHONE, test } from '../site-test.ts';
import { longStep } from '../support/long-step.ts';
import { addressOf } from '../support/visit.ts';

const opener = (page: Page) => page.getByRole('banner').locator('summary');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

test.use({ viewport: PHONE });

for (const javaScriptEnabled of shareOf([true, false], 2)) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the menu on a phone', async ({ page, open }) => {
      await test.step('the menu holds the search box and the links, and opens and closes', async () => {
        await open('/privacy');
        await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeHidden();
        await expect(menu(page)).toBeHidden();
        await expect(opener(page)).toHaveText('Menu');
        await opener(page).click();
        await expect(menu(page)).toBeVisible();
        await expect(menu(page).locator('[type=search]:visible')).toHaveAccessibleName('Search posts');
        for (const [name, href] of [
          ['Home', '/'],
          ['About', '/about'],
          ['Contact', '/contact'],
          ['Admin', '/admin'],
        ]) {
          await expect(menu(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', href ?? '');
        }
        await opener(page).click();
        await expect(menu(page)).toBeHidden();
      });

      await test.step('a chosen link leads there, and the menu is closed', async () => {
        await open('/');
        await opener(page).click();
        await menu(page).getByRole('link', { name: 'About' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
        await expect(menu(page)).toBeHidden();
      });

      await test.step('its search leads to the search page, and the menu is closed', async () => {
        await open('/');
        await opener(page).click();
        await menu(page).locator('[type=search]:visible').fill('workbench');
        await menu(page).locator('[type=search]:visible').press('Enter');
        await expect(page.getByRole('main').getByRole('status').first()).toHaveText(
          'Found 14 result(s) for "workbench"',
        );
        await expect(menu(page)).toBeHidden();
      });
    });
  });
}

test('the menu while it is open', { tag: '@long' }, async ({ page, open }) => {
  await open('/');
  await test.step('it stands still for readers who asked for less motion', async () => {
    await opener(page).click();
    await expect(menu(page)).toBeVisible();
    await expect(menu(page)).toHaveCSS('animation-name', 'none');
  });

  await test.step('while it is open the focus stays in it', async () => {
    const isInside = () =>
      page.evaluate(() => document.activeElement?.closest('details')?.querySelector('summary')?.textContent === 'Menu');
    await opener(page).focus();
    for (let press = 0; press < 9; press += 1) {
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(true);
    }
    for (let press = 0; press < 9; press += 1) {
      await page.keyboard.press('Shift+Tab');
      expect(await isInside()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
  });

  await test.step('Escape closes it and gives the focus back', async () => {
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  });

  await test.step('a click beside it closes it', async () => {
    await opener(page).click();
    await page.mouse.click(10, 400);
    await expect(menu(page)).toBeHidden();
    expect(addressOf(page)).toBe('/');
  });

  await longStep('a blank search in it is ignored', async () => {
    await opener(page).click();
    await menu(page).locator('[type=search]:visible').fill('  ');
    await menu(page).locator('[type=search]:visible').press('Enter');
    await expect(menu(page)).toBeVisible();
    expect(addressOf(page)).toBe('/');
  });

  await longStep('its search box is cleared after a search', async () => {
    await menu(page).locator('[type=search]:visible').fill('workbench');
    await menu(page).locator('[type=search]:visible').press('Enter');
    await expect(page).toHaveURL(/\/search\?q=workbench$/);
    await opener(page).click();
    await expect(menu(page).locator('[type=search]:visible')).toHaveValue('');
  });

  await test.step('the menu is there below 768 px and not at 768', async () => {
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(opener(page)).toBeVisible();
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(opener(page)).toBeHidden();
    await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test('it slides in from the right edge and covers the page', { tag: '@long' }, async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open('/');
  await opener(page).click();
  await expect(menu(page)).toHaveCSS('animation-name', 'slide-in');
  await menu(page).evaluate((panel) => Promise.all(panel.getAnimations().map((each) => each.finished)));
  const box = await menu(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(PHONE.width);
  expect(box?.height).toBe(PHONE.height);
});
