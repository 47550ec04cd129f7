import { shareOf } from '#tests/share.ts';
import { featured, latest } from '../content/posts.ts';
import { DESKTOP, expect, PHONE, test } from '../site-test.ts';
import { columnsOf, headlines, section } from '../support/post-sections.ts';

const titles = (posts: { title: string }[]) => posts.map((post) => post.title);

for (const javaScriptEnabled of shareOf([true, false], 2)) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the front page', async ({ page, open }) => {
      await open('/');
      await test.step('the front page has its headline, the featured posts, and the latest without the featured', async () => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover Insights Across Every Niche');
        await expect(headlines(section(page, 'Featured Posts'))).toHaveText(titles(featured));
        await expect(headlines(section(page, 'Latest Posts'))).toHaveText(titles(latest.slice(0, 12)));
      });

      await test.step('a card names category, author, date and read time, and leads to the post', async () => {
        const card = section(page, 'Featured Posts').getByRole('article').filter({ hasText: 'A Table for Twelve' });
        await expect(card.getByRole('link', { name: 'Home & Garden' })).toHaveAttribute(
          'href',
          '/category/home-garden',
        );
        await expect(card.getByRole('link', { name: 'A Table for Twelve' })).toHaveAttribute(
          'href',
          '/post/a-table-for-twelve',
        );
        await expect(card).toContainText('What happens to a street when somebody carries a table outside.');
        await expect(card).toContainText('Ninefold Editors');
        await expect(card).toContainText('July 09, 2025');
        await expect(card.locator('time')).toHaveAttribute('datetime', '2025-07-09T06:00:00.000Z');
        await expect(card).toContainText('1 min read');
      });

      await test.step('the first screen of a phone shows a post', async () => {
        await page.setViewportSize(PHONE);
        await expect(page.getByRole('article').getByRole('heading').first()).toBeInViewport({ ratio: 1 });
      });

      await test.step('the headline of a tablet has two lines beside the sheet', async () => {
        await page.setViewportSize({ width: 768, height: 1024 });
        const [lines, line] = await page.getByRole('heading', { level: 1 }).evaluate((headline) => {
          const { height, lineHeight } = getComputedStyle(headline);
          return [Number.parseFloat(height), Number.parseFloat(lineHeight)] as const;
        });
        expect(Math.round(lines / line)).toBe(2);
      });

      await test.step('Explore Featured Posts leads to the featured posts', async () => {
        const target = page.locator('#featured-posts');
        await page.setViewportSize({ width: 1280, height: 500 });
        await page.getByRole('button', { name: 'Explore Featured Posts' }).click();
        await expect(target.getByRole('heading', { name: 'Featured Posts' })).toBeInViewport();
        await expect.poll(async () => Math.abs((await target.boundingBox())?.y ?? 999)).toBeLessThan(100);
      });
    });
  });
}

test('Explore Featured Posts scrolls smoothly, and at once for readers who asked for less motion', {
  tag: '@long',
}, async ({ page, open }) => {
  await page.addInitScript(() => {
    const scrolls: unknown[] = [];
    Object.assign(window, { scrolls });
    const scroll = Element.prototype.scrollIntoView;
    Element.prototype.scrollIntoView = function (options) {
      scrolls.push([this.id, options]);
      scroll.call(this, options);
    };
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open('/');
  const button = page.getByRole('button', { name: 'Explore Featured Posts' });
  await button.click();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await button.click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { scrolls: unknown }).scrolls))
    .toEqual([
      ['featured-posts', { behavior: 'smooth' }],
      ['featured-posts', { behavior: 'auto' }],
    ]);
});

test('the views of a list', async ({ page, open }) => {
  await open('/');
  await test.step('the latest posts stand in a grid until List is chosen', async () => {
    const list = section(page, 'Latest Posts');
    const grid = list.getByRole('button', { name: 'Grid' });
    const rows = list.getByRole('button', { name: 'List' });
    await expect(grid).toHaveAttribute('aria-pressed', 'true');
    await expect(rows).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => columnsOf(list)).toBe(3);
    await rows.click();
    await expect(rows).toHaveAttribute('aria-pressed', 'true');
    await expect(grid).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => columnsOf(list)).toBe(1);
    await expect(headlines(list)).toHaveText(titles(latest.slice(0, 12)));
    await grid.click();
    await expect.poll(() => columnsOf(list)).toBe(3);
  });

  await test.step('rows look other than cards on a phone too', async () => {
    await page.setViewportSize(PHONE);
    const list = section(page, 'Latest Posts');
    const heightOfAll = async () => (await list.boundingBox())?.height ?? 0;
    const asGrid = await heightOfAll();
    await list.getByRole('button', { name: 'List' }).click();
    await expect.poll(heightOfAll).toBeLessThan(asGrid / 2);
  });
});

test('the view that was chosen holds on other pages and visits, from the first paint on and without React', {
  tag: '@long',
}, async ({ page, open, faults }) => {
  faults.allow(/net::ERR_FAILED/);
  await page.goto('/');
  await section(page, 'Latest Posts').getByRole('button', { name: 'List' }).click();
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort());
  await page.goto('/category/technology', { waitUntil: 'commit' });
  await expect(headlines(section(page, 'All Posts')).first()).toBeVisible();
  await expect.poll(() => columnsOf(section(page, 'All Posts'))).toBe(1);
  await page.unroute(/\/assets\/[^/]+\.js$/);

  await open('/search?q=workbench');
  const results = section(page, 'Results');
  await results.getByRole('button', { name: 'Grid' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).filter({ visible: true }).click();
  const latestPosts = section(page, 'Latest Posts');
  await expect(latestPosts.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => columnsOf(latestPosts)).toBe(3);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: DESKTOP });

  test('there is no Grid/List toggle that does nothing', { tag: '@long' }, async ({ page, open }) => {
    await open('/');
    await expect(page.getByRole('button', { name: 'Grid' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'List' })).toBeHidden();
  });
});

test('a category of which nothing is featured does not offer to explore it, whichever way one comes there', async ({
  page,
  open,
}) => {
  await page.setViewportSize(PHONE);
  await open('/?category=health');
  const button = page.getByRole('button', { name: 'Explore Featured Posts' });
  await expect(page.getByRole('heading', { name: 'Featured Posts' })).toHaveCount(0);
  await expect(button).toHaveCount(0);
  await page.goto('/');
  await expect(button).toBeVisible();
  const chip = page.getByRole('button', { name: 'Health', exact: true });
  const top = () => chip.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await top();
  await chip.click();
  await expect(page.getByRole('heading', { name: 'Featured Posts' })).toHaveCount(0);
  await expect(button).toHaveCount(0);
  expect(await top(), 'the chip stays under the pointer').toBe(before);
});

test.describe('a site with one post and none featured', () => {
  test.use({ siteName: 'small' });

  test('has no featured section; Explore Featured Posts then leads to the posts there are', async ({ page, open }) => {
    await open('/');
    await expect(page.getByRole('heading', { name: 'Featured Posts' })).toHaveCount(0);
    await expect(headlines(section(page, 'Latest Posts'))).toHaveText(['The One Post']);
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.getByRole('button', { name: 'Explore Featured Posts' }).click();
    await expect(page.getByRole('heading', { name: 'Latest Posts' })).toBeInViewport();
  });
});
