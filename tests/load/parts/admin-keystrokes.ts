import type { Page } from 'playwright';

const WARM_UP = 20;
const KEYS = 300;
const BETWEEN_KEYS = 110;

declare global {
  interface Window {
    keyTimes: number[];
  }
}

/**
 * Milliseconds from each key, typed into the middle of a post's Content, to the frame that shows it being painted; the
 * first keys, for which code is still being compiled, are left out.
 */
export async function timeKeystrokes(page: Page, post: number): Promise<{ took: number[]; words: number }> {
  await page.goto(`/admin?edit=${post}`);
  const content = page.getByLabel('Content', { exact: true });
  await content.waitFor();
  const words = (await content.inputValue()).split(/\s+/).length;
  await content.focus();
  await content.evaluate((field) => {
    if (!(field instanceof HTMLTextAreaElement)) return;
    const middle = field.value.indexOf(' ', field.value.length / 2) + 1;
    field.setSelectionRange(middle, middle);
  });
  await page.evaluate(() => {
    window.keyTimes = [];
    let from = 0;
    window.addEventListener(
      'keydown',
      (event) => {
        from = event.timeStamp;
      },
      { capture: true },
    );
    window.addEventListener(
      'input',
      () => {
        const began = from;
        requestAnimationFrame(() => {
          // A message is delivered after the frame that is being made.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.keyTimes.push(performance.now() - began);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  const sentence = 'and so it went on from there ';
  for (let key = 0; key < WARM_UP + KEYS; key += 1) {
    const letter = sentence[key % sentence.length] ?? 'a';
    await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay: 0 });
    await page.waitForTimeout(BETWEEN_KEYS);
  }
  const all = await page.evaluate(() => window.keyTimes);
  if (all.length !== WARM_UP + KEYS) throw new Error(`${all.length} of ${WARM_UP + KEYS} keys were painted`);
  return { took: all.slice(WARM_UP), words };
}
