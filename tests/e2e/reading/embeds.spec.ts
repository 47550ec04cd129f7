import { embeds, everything } from '../content/special-posts.ts';
import { expect, test } from '../site-test.ts';
import { idle } from '../support/idle.ts';
import { installClock, stopClock } from '../support/stopped-clock.ts';

const TWITTER = 'https://platform.twitter.com/widgets.js';
const INSTAGRAM = 'https://www.instagram.com/embed.js';
const TIKTOK = 'https://www.tiktok.com/embed.js';

/**
 * The objects that the networks' scripts put on the window. They note in `processed` which script was asked to work,
 * and when.
 */
const scripts: Record<string, string> = {
  [TWITTER]: 'window.twttr = { widgets: { load() { (window.processed ??= {}).twitter = Date.now() } } }',
  [INSTAGRAM]: 'window.instgrm = { Embeds: { process() { (window.processed ??= {}).instagram = Date.now() } } }',
  [TIKTOK]: 'window.tiktokEmbed = { lib: { render(list) { (window.processed ??= {}).tiktok = list.length } } }',
};

test('the scripts of the networks embedded are loaded, each once, and work 1000 ms after they have loaded', async ({
  page,
  open,
  outside,
}) => {
  for (const [url, body] of Object.entries(scripts)) {
    outside.answer(new RegExp(url.replace(/[.?]/g, '\\$&')), (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
  }
  const start = await stopClock(page);
  await open(`/post/${embeds.slug}`);
  await page.waitForFunction(() => 'twttr' in window && 'instgrm' in window && 'tiktokEmbed' in window);
  const processed = () => page.evaluate(() => (window as unknown as { processed?: object }).processed);
  await page.clock.runFor(999);
  expect(await processed()).toBeUndefined();
  await page.clock.runFor(1);
  expect(await processed()).toEqual({ twitter: start + 1000, instagram: start + 1000, tiktok: 1 });
  await page.clock.runFor(10_000);
  expect(outside.asked.filter((url) => url.endsWith('.js')).sort()).toEqual([TWITTER, INSTAGRAM, TIKTOK].sort());
});

test('a script that cannot be had is tried again at 500, 1500 and 3000 ms, and then no more; it is only logged', {
  tag: '@long',
}, async ({ page, open, outside, faults }) => {
  // The browser's own message; ours is a warning.
  faults.allow(/net::ERR_FAILED/);
  outside.answer(/platform\.twitter\.com/, (route) => route.abort());
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await stopClock(page);
  await open(`/post/${embeds.slug}`);
  const asked = () => outside.asked.filter((url) => url === TWITTER).length;
  const logged = () => warnings.filter((text) => text.includes('twitter embeds could not be loaded')).length;
  await expect.poll(logged).toBe(1);
  for (const [wait, count] of [
    [499, 1],
    [1, 2],
    [999, 2],
    [1, 3],
    [1499, 3],
    [1, 4],
    [20_000, 4],
  ] as const) {
    await page.clock.runFor(wait);
    await expect.poll(logged, `after ${wait} ms more`).toBe(count);
    expect(asked()).toBe(count);
  }
  await expect(page.getByText('Soup for thirty-one.')).toBeVisible();
});

test('a script that throws while it works is only logged', { tag: '@long' }, async ({ page, open, outside }) => {
  outside.answer(/platform\.twitter\.com/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.twttr = { widgets: { load() { throw new Error("no") } } }',
    }),
  );
  await stopClock(page);
  await open(`/post/${embeds.slug}`);
  await page.waitForFunction(() => 'twttr' in window);
  const warned = page.waitForEvent('console', (message) => message.text().includes('Embeds could not be shown'));
  await page.clock.runFor(1000);
  expect((await warned).type()).toBe('warning');
});

test('a post left before its time is not worked on', { tag: '@long' }, async ({ page, open, outside }) => {
  outside.answer(/platform\.twitter\.com/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: scripts[TWITTER] ?? '' }),
  );
  await stopClock(page);
  await open(`/post/${embeds.slug}`);
  await page.waitForFunction(() => 'twttr' in window);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
  await page.clock.runFor(10_000);
  expect(await page.evaluate(() => 'processed' in window)).toBe(false);
});

test('a post come to by a link has its embeds too', { tag: '@long' }, async ({ page, open, outside }) => {
  await open('/category/lifestyle');
  await page.getByRole('link', { name: embeds.title, exact: true }).click();
  await expect.poll(() => outside.asked).toContain(TWITTER);
});

test('a video is a card until it is clicked, then its player', async ({ page, open, outside }) => {
  await open(`/post/${embeds.slug}`);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(outside.asked.filter((url) => /youtube|vimeo/.test(url))).toEqual([]);
  const link = page.getByRole('link', { name: 'Watch the video on YouTube' });
  await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await link.click();
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/,
  );
  await page.getByRole('link', { name: 'Watch the video on Vimeo' }).click();
  await expect(page.locator('iframe').last()).toHaveAttribute(
    'src',
    /^https:\/\/player\.vimeo\.com\/video\/76979871\?/,
  );
  await expect.poll(() => outside.asked.filter((url) => /youtube-nocookie|player\.vimeo/.test(url)).length).toBe(2);
});

test('a post without embeds asks nothing of other sites', { tag: '@long' }, async ({ page, open, outside }) => {
  await installClock(page);
  await open(`/post/${everything.slug}`);
  await page.clock.runFor(10_000);
  await idle(page);
  expect(outside.asked).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('embeds are the words they quote, videos are links', { tag: '@long' }, async ({ page, open, outside }) => {
    await open(`/post/${embeds.slug}`);
    await expect(page.getByText('Soup for thirty-one.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Watch the video on YouTube' })).toBeVisible();
    expect(outside.asked).toEqual([]);
  });
});
