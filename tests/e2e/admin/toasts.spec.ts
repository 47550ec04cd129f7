import { toasts } from '../support/toast.ts';
import { expect, type Locator, type Page, test } from './admin-test.ts';

/** A phone, a desktop, and the room that a window of 800 by 600 has left when everything is shown at 200 %. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 400, height: 300 },
];

/** Returns the names of the visible controls that the toast covers, in part or whole. */
async function under(page: Page, pressed: Locator): Promise<string[]> {
  await expect(toasts(page)).toBeVisible();
  return pressed.evaluateAll((controls) => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    if (!toast) return ['no toast'];
    return controls.flatMap((control) => {
      const { top, bottom, left, right, width } = control.getBoundingClientRect();
      const isInSight = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      const isUnder = top < toast.bottom && bottom > toast.top && left < toast.right && right > toast.left;
      return isInSight && isUnder ? [control.ariaLabel ?? control.textContent ?? ''] : [];
    });
  });
}

/** Makes the toast appear that says that a title is missing. */
async function makeToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate Image' }).press('Enter');
  await expect(toasts(page)).toContainText('Please fill in the title and excerpt first');
}

for (const size of WINDOWS) {
  test(`a toast leaves header, form bar and a window’s buttons free at ${size.width} × ${size.height}`, {
    tag: '@long',
  }, async ({ page, openAdmin }) => {
    await page.setViewportSize(size);
    await openAdmin('/admin#new');
    await page.getByLabel('Image URL').waitFor();
    const details = page.getByRole('button', { name: 'Details' });
    if ((await details.getAttribute('aria-expanded')) === 'false') await details.press('Enter');

    await test.step('what has the focus', async () => {
      await makeToast(page);
      const pressed = page.getByRole('button', { name: 'Generate Image' });
      await expect(pressed).toBeFocused();
      const isFree = () =>
        pressed.evaluate((button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      await expect.poll(isFree).toBe(true);
    });

    await test.step('a long one is whole in sight, with what closes it', async () => {
      await makeToast(page);
      await page.locator('.toast-description').evaluate((words) => {
        words.textContent = 'More than a window holds. '.repeat(60);
      });
      await expect(toasts(page)).toBeInViewport({ ratio: 1 });
      await expect(toasts(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => under(page, page.locator('[data-sticky-bar="bottom"] :is(a, button)'))).toEqual([]);
    });

    await test.step('the header of the page, and the bar of the form', async () => {
      await makeToast(page);
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => under(page, page.locator('header :is(a, button)'))).toEqual([]);
      const bar = page.locator('[data-sticky-bar="bottom"] :is(a, button)');
      await expect(bar.filter({ hasText: 'Create Post' })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => under(page, bar)).toEqual([]);
    });

    await test.step('the header and the foot of a window', async () => {
      await makeToast(page);
      await page.getByRole('button', { name: 'Manage Images' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Image Manager' });
      await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
      await expect.poll(() => under(page, dialog.locator('> header button, > footer button:enabled'))).toEqual([]);
      await page.keyboard.press('Escape');
    });

    await test.step('a window in the middle', async () => {
      await page.getByLabel('Title', { exact: true }).fill('Typed');
      await makeToast(page);
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      const question = page.getByRole('alertdialog');
      await expect(question).toBeVisible();
      await expect.poll(() => under(page, question.getByRole('button'))).toEqual([]);
    });
  });
}
