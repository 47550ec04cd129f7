import { expect, type Page, test } from '../site-test.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { toasts } from '../support/toast.ts';

/** Makes the "Missing Information" toast appear. */
async function provoke(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toasts(page)).toHaveCount(1);
}

test('a toast', async ({ page, open }) => {
  await open('/contact');
  await test.step('F8 leads the focus to it', async () => {
    await provoke(page);
    await page.keyboard.press('F8');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role=region]')?.getAttribute('aria-label') ?? null),
    ).toBe('Notifications (F8)');
  });

  await test.step('a swipe of more than 50 px to the right sends it away, a shorter one or one to the left does not', async () => {
    await provoke(page);
    const swipe = async (distance: number) => {
      const box = await toasts(page).boundingBox();
      const [x, y] = [(box?.x ?? 0) + 80, (box?.y ?? 0) + 30];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance / 2, y);
      await page.mouse.move(x + distance, y);
      await page.mouse.up();
    };
    await swipe(45);
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).not.toHaveAttribute('data-swipe', 'end');
    await swipe(-70);
    await expect(toasts(page)).toHaveCount(1);
    await swipe(60);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('its Close button closes it', async () => {
    await provoke(page);
    await toasts(page).getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('one is visible at a time: a new one takes the place of the old', async () => {
    await provoke(page);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toasts(page)).toContainText('Message Sent!');
    await expect(toasts(page)).toHaveCount(1);
    await expect(toasts(page)).toHaveAttribute('data-variant', 'default');
  });
});

test('it goes after 5000 ms, and not before', async ({ page, open }) => {
  await stopClock(page);
  await open('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toasts(page)).toHaveCount(1);
  await page.mouse.move(2, 2);
  await page.clock.runFor(4950);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(toasts(page)).toHaveCount(0);
});

test('its words are there where its code cannot be had', { tag: '@long' }, async ({ page, open, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await page.route(/\/assets\/toaster[^/]*\.js$/, (route) => route.abort());
  await open('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert').getByText('Missing Information', { exact: true })).toBeVisible();
});
