import { shareOf } from '#tests/share.ts';
import { ledger, notes } from '../content/posts.ts';
import { bare, embeds, everything } from '../content/special-posts.ts';
import { expect, type Locator, type Page, PHONE, test, widths } from '../site-test.ts';
import { holdCalls } from '../support/calls.ts';
import { hydrated } from '../support/events.ts';

/** Returns the sum of all layout shifts so far, including those after input, and what moved. */
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

/** Waits for two frames: the second one reports what moved in the first. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Scrolls through the page as a reader does, so that everything that loads late is loaded. */
async function readThrough(page: Page): Promise<void> {
  const { height, step } = await page.evaluate(() => ({
    height: document.body.scrollHeight,
    step: window.innerHeight,
  }));
  for (let top = 0; top < height; top += step) {
    await page.evaluate(async (y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
      const isDrawn = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      // Pictures that come near are requested in the first frame, and drawn once they have loaded.
      await isDrawn();
      const isNear = (picture: HTMLImageElement) => picture.getBoundingClientRect().top < 2 * window.innerHeight;
      await Promise.allSettled([...document.images].filter(isNear).map((picture) => picture.decode()));
      await isDrawn();
    }, top);
  }
}

/** Everything that is not in the document itself: it is held back until the page has been painted without it. */
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
    // A font that loads late may break a line in another place than its stand-in did.
    expect(total, moved.join('\n')).toBeLessThan(0.02);
  });
}

interface Way {
  to: string;
  from: string;
  /** Prepares the page before anything is held back. */
  before?: (page: Page) => Promise<void>;
  go: (page: Page) => Promise<unknown>;
  /** Returns the elements that are there when nothing is waited for any more. */
  come: (page: Page) => Locator[];
}

const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first();
const atFoot = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });
const posts = (page: Page) => page.locator('#posts article');
const POST = `/post/${everything.slug}`;

const ways: Way[] = [
  {
    to: 'the front page',
    from: '/about',
    go: (page) => page.getByRole('banner').getByRole('link').first().click(),
    come: (page) => [page.locator('#featured-posts article').first(), posts(page).first()],
  },
  {
    to: 'a post',
    from: '/',
    go: (page) => link(page, everything.title).click(),
    come: (page) => [heading(page, everything.title), page.locator('.prose')],
  },
  {
    to: 'a category',
    from: '/about',
    go: (page) => atFoot(page, 'Technology').click(),
    come: (page) => [heading(page, 'Technology'), posts(page).first()],
  },
  {
    to: 'a tag',
    from: POST,
    go: (page) => link(page, '#street-life').click(),
    come: (page) => [heading(page, '#street-life'), posts(page).first()],
  },
  {
    to: 'an author',
    from: POST,
    go: (page) => link(page, 'Ninefold Editors').click(),
    come: (page) => [heading(page, 'Ninefold Editors'), posts(page).first()],
  },
  {
    to: 'the archive',
    from: '/about',
    go: (page) => atFoot(page, 'Archive').click(),
    come: (page) => [heading(page, 'Archive'), page.locator('.archive-year').first()],
  },
  {
    to: 'what a search finds',
    from: '/search',
    go: async (page) => {
      await page.getByRole('main').locator('[type=search]:visible').fill('workbench');
      await page.keyboard.press('Enter');
    },
    come: (page) => [page.getByText('Found 14 result(s) for "workbench"'), posts(page).first()],
  },
  {
    to: 'the posts of a chip',
    from: '/',
    go: (page) => page.getByRole('button', { name: 'Health', exact: true }).click(),
    come: (page) => [page.locator('.chip[aria-pressed=true]', { hasText: 'Health' }), posts(page).first()],
  },
  {
    to: 'a post from what a search has found',
    from: '/search?q=workbench',
    go: (page) => link(page, notes[0]?.title ?? '').click(),
    come: (page) => [heading(page, notes[0]?.title ?? ''), page.locator('.prose')],
  },
  {
    to: 'a month',
    from: '/archive',
    go: (page) => page.locator('a[href="/archive/2025/05"]').click(),
    come: (page) => [heading(page, 'May 2025'), posts(page).first()],
  },
  {
    to: 'the post before',
    from: POST,
    go: (page) => page.locator('.post-neighbour[rel=prev]').click(),
    come: (page) => [heading(page, ledger[0]?.title ?? ''), page.locator('.prose')],
  },
  {
    to: 'Follow',
    from: POST,
    go: (page) => atFoot(page, 'Follow').click(),
    come: (page) => [heading(page, /^Follow /)],
  },
  {
    to: 'Contact',
    from: POST,
    go: (page) => atFoot(page, 'Contact').click(),
    come: (page) => [page.getByRole('button', { name: 'Send Message' })],
  },
  {
    to: 'the front page, by Back',
    from: '/about',
    before: async (page) => {
      await page.getByRole('banner').getByRole('link').first().click();
      await link(page, everything.title).click();
      await expect(heading(page, everything.title)).toBeVisible();
    },
    go: (page) => page.goBack(),
    come: (page) => [page.locator('#featured-posts article').first(), posts(page).first()],
  },
  {
    to: 'more posts',
    from: '/',
    go: (page) => page.getByRole('link', { name: 'Load more posts' }).click(),
    come: (page) => [posts(page).nth(12)],
  },
];
/**
 * The share of `npm test` is the way on which most content was pushed before room was reserved: on a phone, to more
 * posts.
 */
const FIRST = ways.length - 2;
/** The requests that are answered late: calls of the API, and the code of screens. */
const AWAITED = /\/api\/|\/assets\/[^/]+\.js$/;
const waysByWidth = widths.flatMap(({ name, viewport }) => ways.map((way) => ({ width: name, viewport, ...way })));

for (const { width, viewport, to, from, before: prepare, go, come } of shareOf(
  waysByWidth,
  waysByWidth.length,
  FIRST,
)) {
  test(`nothing moves ${width} when a link leads to ${to}, and what is there comes late`, async ({ page, open }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize(viewport);
    await watchShifts(page);
    await open(from);
    await prepare?.(page);
    const held: (() => void)[] = [];
    await page.route(AWAITED, async (route) => {
      if (route.request().method() === 'GET') await new Promise<void>((pass) => held.push(pass));
      await route.fallback();
    });
    await go(page);
    // After Back everything is already there.
    if (!prepare) await expect.poll(() => held.length).toBeGreaterThan(0);
    // A shift within half a second of a click counts as caused by the click, so the answers arrive later.
    await page.waitForFunction(
      (since) => performance.now() - since > 600,
      await page.evaluate(() => performance.now()),
    );
    const before = (await shifts(page)).total;
    await page.unroute(AWAITED);
    for (const pass of held) pass();
    for (const each of come(page)) await expect(each).toBeVisible();
    await drawn(page);
    const { total, moved } = await shifts(page);
    expect(total - before, moved.join('\n')).toBeLessThan(0.05);
  });
}

test('related posts that come late push nothing, wherever a reader is in a short post', async ({ page, open }) => {
  await watchShifts(page);
  for (const { width, height } of [
    ...[
      { width: 390, height: 844 },
      { width: 820, height: 1180 },
      { width: 1024, height: 768 },
    ],
    ...[
      { width: 1440, height: 900 },
      { width: 1440, height: 1400 },
    ],
  ]) {
    for (const place of ['top', 'foot'] as const) {
      await page.setViewportSize({ width, height });
      await open(`/category/${bare.category}`);
      const { release } = await holdCalls(page, /\/related$/);
      await link(page, bare.title).click();
      await expect(heading(page, bare.title)).toBeVisible();
      await expect(page.locator('body > footer')).toBeHidden();
      if (place === 'foot') {
        await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      }
      await drawn(page);
      const before = (await shifts(page)).total;
      release();
      await expect(page.getByRole('heading', { name: 'Related Posts' })).toBeVisible();
      await expect(page.locator('body > footer')).toBeVisible();
      await drawn(page);
      const { total, moved } = await shifts(page);
      expect(total - before, `${width} × ${height}, at its ${place}: ${moved.join('\n')}`).toBeLessThan(0.05);
    }
  }
});

test('where nothing is featured the posts stand where their skeletons stood', async ({ page, open }) => {
  await page.setViewportSize(PHONE);
  await open('/');
  const { release } = await holdCalls(page, /\/api\/posts\?/);
  await page.getByRole('button', { name: 'Health', exact: true }).click();
  const list = page.locator('#posts');
  await expect(list).toHaveAttribute('aria-busy', 'true');
  const top = () => list.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await top();
  release();
  await expect(posts(page).first()).toBeVisible();
  expect(await top()).toBe(before);
});
