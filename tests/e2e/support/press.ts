import { expect, type Locator } from 'playwright/test';

/**
 * Presses and releases as slowly as a hand does: while the pointer is down, the control must not move away from under
 * it. Afterwards the press has become a click.
 */
export async function pressStill(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const page = control.page();
  const before = await control.boundingBox();
  if (!before) throw new Error('Nothing to press');
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  // The effect of the press has been drawn by the second frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await control.boundingBox()).toEqual(before);
  await page.mouse.up();
}
