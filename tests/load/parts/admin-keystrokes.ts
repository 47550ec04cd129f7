import type { Page } from 'playwright';
import { content, contentText, selectContent } from '#tests/e2e/support/content-field.ts';

const WARM_UP = 20;
const KEYS = 300;
const BETWEEN_KEYS = 110;

declare global {
  interface Window {
    keyTimes: number[];
  }
}

/** The times of typing, and the place. */
interface Keystrokes {
  took: number[];
  words: number;
  cpu: number;
}

/**
 * Returns the milliseconds from each key, typed into the middle of a post's Content, to the frame that shows it being
 * painted; the first keys, during which code is still being compiled, are left out. `cpu` is the average computing time
 * of the page's thread for each key, in milliseconds, including everything that happens between the keys: this figure
 * is also valid on a busy machine.
 */
export async function timeKeystrokes(page: Page, post: number): Promise<Keystrokes> {
  await page.goto(`/admin?edit=${post}`);
  await content(page).waitFor();
  const text = await contentText(page);
  await selectContent(page, text.indexOf(' ', text.length / 2) + 1);
  return timeKeys(page, text);
}

/**
 * The same in the middle of a plain text area of the browser that contains only the text: what the machine itself
 * achieves.
 */
export async function timePlainKeystrokes(page: Page, text: string): Promise<Keystrokes> {
  await page.setContent('<textarea rows="24" cols="80"></textarea>');
  await page.locator('textarea').evaluate((area: HTMLTextAreaElement, value) => {
    area.value = value;
    area.focus();
    area.setSelectionRange(value.length / 2, value.length / 2);
  }, text);
  return timeKeys(page, text);
}

async function timeKeys(page: Page, text: string): Promise<Keystrokes> {
  const words = text.split(/\s+/).length;
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
          // A message is delivered after the frame that is being drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.keyTimes.push(performance.now() - began);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const threadTime = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const sentence = 'and so it went on from there ';
  let before = 0;
  for (let key = 0; key < WARM_UP + KEYS; key += 1) {
    if (key === WARM_UP) before = await threadTime();
    const letter = sentence[key % sentence.length] ?? 'a';
    await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay: 0 });
    await page.waitForTimeout(BETWEEN_KEYS);
  }
  const cpu = ((await threadTime()) - before) / KEYS;
  const all = await page.evaluate(() => window.keyTimes);
  if (all.length !== WARM_UP + KEYS) throw new Error(`${all.length} of ${WARM_UP + KEYS} keys were painted`);
  return { took: all.slice(WARM_UP), words, cpu };
}
