import { expect, type Page } from 'playwright/test';

/** Presses the key so often, and at every stop asks that what has the focus is in the window and nothing lies over it. */
export async function expectNoStopCovered(page: Page, key: 'Tab' | 'Shift+Tab', most: number): Promise<void> {
  const reached = new Set<string>();
  for (let stop = 0; stop < most; stop += 1) {
    await page.keyboard.press(key);
    await expect.poll(() => coverOfFocus(page), { message: `${key}, stop ${stop + 1}` }).toBeNull();
    reached.add(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? ''));
  }
  expect(reached.size, 'different stops').toBeGreaterThan(8);
}

/** What lies over the control that has the focus, or that it is outside the window; null when all of it can be seen. */
async function coverOfFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control === document.body) return null;
    const [box] = control.getClientRects();
    const name = control.outerHTML.slice(0, 120);
    if (!box) return `${name} has no box`;
    // A field for a text is scrolled to the cursor, and what is nearly as high as the window cannot be seen whole.
    if (control instanceof HTMLTextAreaElement || box.height > window.innerHeight / 3) return null;
    if (box.top < -1 || box.bottom > window.innerHeight + 1) return `${name} is cut off: ${box.top} to ${box.bottom}`;
    const middle = (Math.max(box.left, 0) + Math.min(box.right, window.innerWidth)) / 2;
    for (const height of [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2]) {
      const hit = document.elementFromPoint(middle, height);
      if (hit !== control && !control.contains(hit)) return `${hit?.outerHTML.slice(0, 120)} lies over ${name}`;
    }
    return null;
  });
}
