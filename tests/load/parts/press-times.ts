import type { Page } from 'playwright';
import '#server/site/browser/press-script.ts';

/** How many times slower the processor is than that of the machine. */
export const CPU_SLOWDOWN = 4;
/** Lighthouse's "Slow 4G": the least milliseconds for each request, and the transfer rates per second. */
export const SLOW_4G = { latency: 150, kilobits: 1638, kilobitsSent: 750 };
const BYTES_IN_KILOBIT = 128;
/** A press without a result after this time was lost. */
const LOST_AFTER = 30_000;

/** The milliseconds from a press to the paint that shows that it was accepted, and to the one that shows its result. */
export interface PressTimes {
  taken: number;
  done: number;
}

type Sign = 'pressed' | keyof PressTimes;

declare global {
  interface Window {
    tellSign(sign: Sign, at: number): void;
  }
}

/**
 * Opens an address in a fresh page on a slow phone, and presses as soon as the page has loaded. `signs` are selectors
 * that match nothing before. Null if the result never came.
 */
export async function timePress(
  page: Page,
  address: string,
  signs: Readonly<Record<keyof PressTimes, string>>,
  press: (page: Page) => Promise<void>,
): Promise<PressTimes | null> {
  await slowDown(page);
  const seen = new Map<Sign, number>();
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
  await page.exposeFunction('tellSign', (sign: Sign, at: number) => {
    if (!seen.has(sign)) seen.set(sign, at);
    if (sign === 'done') finish();
  });
  await page.addInitScript(watchSigns, signs);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(() => window.ninefoldPresses?.isOver === true);
  await press(page);
  const timer = setTimeout(finish, LOST_AFTER);
  await isDone;
  clearTimeout(timer);
  const [pressed, taken, done] = (['pressed', 'taken', 'done'] as const).map((sign) => seen.get(sign));
  if (pressed === undefined) throw new Error(`Nothing was pressed at ${address}`);
  return taken === undefined || done === undefined ? null : { taken: taken - pressed, done: done - pressed };
}

async function slowDown(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_4G.latency,
    downloadThroughput: SLOW_4G.kilobits * BYTES_IN_KILOBIT,
    uploadThroughput: SLOW_4G.kilobitsSent * BYTES_IN_KILOBIT,
  });
}

/** Runs in every document of the page, because when the browser follows a link, the result is in the next document. */
function watchSigns(signs: Record<keyof PressTimes, string>): void {
  const told = new Set<Sign>();
  const tellPainted = (sign: keyof PressTimes) => {
    if (told.has(sign)) return;
    told.add(sign);
    requestAnimationFrame(() => {
      // A message is delivered after the frame that is being drawn.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.tellSign(sign, performance.timeOrigin + performance.now());
      port2.postMessage(null);
    });
  };
  const look = () => {
    const isDone = document.querySelector(signs.done) !== null;
    if (isDone || document.querySelector(signs.taken)) tellPainted('taken');
    if (isDone) tellPainted('done');
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  const press = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
    window.tellSign('pressed', performance.timeOrigin + event.timeStamp);
  };
  window.addEventListener('pointerdown', press, { capture: true });
  window.addEventListener('keydown', press, { capture: true });
}
