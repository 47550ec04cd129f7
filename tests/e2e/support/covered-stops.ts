import { expect, type Page } from 'playwright/test';

/**
 * Presses the key so many times, and checks at every stop that the focused control is inside the window and nothing
 * covers it.
 */
export async function expectNoStopCovered(page: Page, key: 'Tab' | 'Shift+Tab', most: number): Promise<void> {
  const reached = new Set<string>();
  for (let stop = 0; stop < most; stop += 1) {
    await page.keyboard.press(key);
    const { cover, control } = await focusOf(page);
    // A control that is still being scrolled into view is checked again.
    if (cover !== null) {
      await expect
        .poll(async () => (await focusOf(page)).cover, { message: `${key}, stop ${stop + 1}`, intervals: [50] })
        .toBeNull();
    }
    reached.add(control);
  }
  expect(reached.size, 'different stops').toBeGreaterThan(8);
}

/** Returns the focused control, and what covers it or that it is outside the window; null if all of it can be seen. */
async function focusOf(page: Page): Promise<{ control: string; cover: string | null }> {
  return page.evaluate(() => {
    const control = document.activeElement;
    const seen = (cover: string | null) => ({ control: control?.outerHTML.slice(0, 300) ?? '', cover });
    if (!control || control === document.body) return seen(null);
    const [box] = control.getClientRects();
    const name = control.outerHTML.slice(0, 120);
    if (!box) return seen(`${name} has no box`);
    // A text field is scrolled to its cursor, and a control that is nearly as high as the window cannot be seen whole.
    if (control instanceof HTMLTextAreaElement || box.height > window.innerHeight / 3) return seen(null);
    if (box.top < -1 || box.bottom > window.innerHeight + 1) {
      return seen(`${name} is cut off: ${box.top} to ${box.bottom}`);
    }
    const middle = (Math.max(box.left, 0) + Math.min(box.right, window.innerWidth)) / 2;
    for (const height of [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2]) {
      const hit = document.elementFromPoint(middle, height);
      if (hit !== control && !control.contains(hit)) return seen(`${hit?.outerHTML.slice(0, 120)} lies over ${name}`);
    }
    return seen(null);
  });
}
