import { shareOf } from '#tests/share.ts';
import { embeds, everything } from '../content/special-posts.ts';
import { expect, type Page, test, widths } from '../site-test.ts';
import { hydrated } from '../support/events.ts';

/** Sum of all layout shifts so far, those after input too, with what moved. */
async function shifts(page: Page): Promise<{ total: number; moved: string[] }> {
  return page.evaluate(() => (window as unknown as { shifts: { total: number; moved: string[] } }).shifts);
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { total: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        shifts.total += entry.value;
        for (const { node } of entry.sources) {
          if (node instanceof Element) shifts.moved.push(`${entry.value.toFixed(4)} ${node.outerHTML.slice(0, 100)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Scrolls through the page as a reader does, so that what loads late loads. */
async function readThrough(page: Page): Promise<void> {
  const { height, step } = await page.evaluate(() => ({
    height: document.body.scrollHeight,
    step: window.innerHeight,
  }));
  for (let top = 0; top < height; top += step) {
    await page.evaluate(async (y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
      const isDrawn = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      // Pictures that come near are asked for in the first frame, and drawn once they are there.
      await isDrawn();
      const isNear = (picture: HTMLImageElement) => picture.getBoundingClientRect().top < 2 * window.innerHeight;
      await Promise.allSettled([...document.images].filter(isNear).map((picture) => picture.decode()));
      await isDrawn();
    }, top);
  }
}

/** Whatever is not in the document itself: held until the page has been painted without it. */
const LATE = /\.(jpg|webp|avif|png|woff2|js)$/;

const pages = [
  ['the front page', '/'],
  ['a post', `/post/${everything.slug}`],
  ['a post with embeds', `/post/${embeds.slug}`],
  ['the contact page', '/contact'],
] as const;
const views = widths.flatMap(({ name, viewport }) =>
  pages.map(([what, path]) => ({ width: name, viewport, what, path })),
);

for (const { width, viewport, what, path } of shareOf(views, 8)) {
  test(`nothing moves on ${what} ${width}, though pictures, fonts and scripts come after the first paint`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize(viewport);
    await watchShifts(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(LATE, async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    release();
    await hydrated(page);
    await page.evaluate(() => document.fonts.ready);
    await readThrough(page);
    const { total, moved } = await shifts(page);
    // A face that comes late may break a line elsewhere than its stand-in did.
    expect(total, moved.join('\n')).toBeLessThan(0.02);
  });
}

for (const { name: width, viewport } of widths) {
  test(`nothing moves on the front page ${width} when its posts come late, after a link led to it`, {
    tag: '@long',
  }, async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize(viewport);
    await watchShifts(page);
    await open('/about');
    const held: (() => void)[] = [];
    await page.route('**/api/posts?**', async (route) => {
      await new Promise<void>((go) => held.push(go));
      await route.fallback();
    });
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.locator('[data-skeleton-card]')).toHaveCount(6);
    // What moves within half a second of a click is the click's: the answers come later.
    await page.waitForFunction(
      (since) => performance.now() - since > 600,
      await page.evaluate(() => performance.now()),
    );
    const before = (await shifts(page)).total;
    for (const go of held) go();
    await expect(page.locator('#featured-posts article').first()).toBeVisible();
    await expect(page.locator('#posts article').first()).toBeVisible();
    const { total, moved } = await shifts(page);
    expect(total - before, moved.join('\n')).toBeLessThan(0.05);
  });
}
