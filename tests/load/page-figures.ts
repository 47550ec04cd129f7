import type { Browser, Page } from 'playwright';
import { residentMemory } from './process-figures.ts';

/**
 * Returns the MB (10⁶ bytes) of the window's process as the kernel counts it, and of its JavaScript heap, after garbage
 * collection.
 */
export async function windowMemory(page: Page, browser: Browser): Promise<{ memory: number; heap: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6;
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return { memory: Math.max(...renderers.map(({ id }) => residentMemory(id).now)), heap };
}

interface Timed {
  selector: string;
  text: string;
  wanted: string;
}

/**
 * Runs in the page: clicks the element that `selector` and `text` name, and returns the milliseconds until `wanted` was
 * drawn. Throws when that is not so within a minute.
 */
export async function timeFrom({ selector, text, wanted }: Timed): Promise<number> {
  const pressed = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => text === '' || element.textContent?.trim() === text,
  );
  if (!pressed) throw new Error(`There is no ${selector}`);
  const started = performance.now();
  pressed.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  pressed.click();
  while (!document.querySelector(wanted)) {
    if (performance.now() - started > 60_000) throw new Error(`${wanted} has not come`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - started;
}
