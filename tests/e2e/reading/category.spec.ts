import { shareOf } from '#tests/share.ts';
import { categories, EMPTY_CATEGORY } from '../content/categories.ts';
import { livePostsOf } from '../content/posts.ts';
import { alone } from '../content/special-posts.ts';
import { expect, test, variants } from '../site-test.ts';
import { holdCalls } from '../support/calls.ts';
import { columnsOf, headlines, section, skeletonCards } from '../support/post-sections.ts';

const descriptionOf = (slug: string) => categories.find((category) => category.slug === slug)?.description ?? '';

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2)) {
  test.describe(variant, () => {
    test.use({ viewport, javaScriptEnabled });

    test('a category shows its badge, its count, its description and its posts', async ({ page, open }) => {
      await open('/category/home-garden');
      const badge = page.getByRole('heading', { level: 1 });
      await expect(badge).toHaveText('Home & Garden');
      await expect(badge.locator('svg')).toBeVisible();
      await expect(page.getByText('7 posts', { exact: true })).toBeVisible();
      await expect(page.getByText(descriptionOf('home-garden'), { exact: true })).toBeVisible();
      await expect(headlines(section(page, 'All Posts'))).toHaveText(
        livePostsOf('home-garden').map((post) => post.title),
      );
    });

    test('one post is "1 post"', { tag: '@long' }, async ({ page, open }) => {
      await open('/category/career');
      await expect(page.getByText('1 post', { exact: true })).toBeVisible();
      await expect(headlines(section(page, 'All Posts'))).toHaveText([alone.title]);
    });

    test('an empty category says so', { tag: '@long' }, async ({ page, open }) => {
      await open(`/category/${EMPTY_CATEGORY}`);
      await expect(page.getByText('0 posts', { exact: true })).toBeVisible();
      await expect(
        section(page, 'All Posts').getByText('No posts found in this category.', { exact: true }),
      ).toBeVisible();
    });

    test('a category that does not exist says so', { tag: '@long' }, async ({ page, open, faults }) => {
      faults.allow(/status of 404/);
      await open('/category/never-made');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Category not found');
      await expect(page.getByText("The category you're looking for doesn't exist.", { exact: true })).toBeVisible();
    });
  });
}

test('each of the fifteen categories has a page with an icon of its own', async ({ request }) => {
  const icons = new Set<string | undefined>();
  for (const { slug, name } of categories) {
    const html = await (await request.get(`/category/${slug}`, { headers: { accept: 'text/html' } })).text();
    const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    expect(heading).toContain(name.replace('&', '&amp;'));
    icons.add(/<use href="([^"]+)"/.exec(heading)?.[1]);
  }
  expect(icons).not.toContain(undefined);
  expect(icons.size).toBe(15);
});

test('its posts stand in a grid until List is chosen', { tag: '@long' }, async ({ page, open }) => {
  await open('/category/technology');
  const list = section(page, 'All Posts');
  await expect(list.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => columnsOf(list)).toBe(3);
  await list.getByRole('button', { name: 'List' }).click();
  await expect.poll(() => columnsOf(list)).toBe(1);
});

test('a category come to by a link shows its name, and skeletons, at once; its words come into a room kept for them', async ({
  page,
  open,
}) => {
  await open('/about');
  const held = await holdCalls(page, /\/api\/(posts|categories)/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(page).toHaveURL(/\/category\/career$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Career');
  const topOfList = async () => (await section(page, 'All Posts').boundingBox())?.y;
  const kept = await topOfList();
  await expect(skeletonCards(section(page, 'All Posts'))).toHaveCount(6);
  await expect(
    page
      .getByText('About Us', { exact: true })
      .filter({ hasNot: page.getByRole('contentinfo') })
      .first(),
  ).not.toBeInViewport();
  held.release();
  await expect(headlines(section(page, 'All Posts'))).toHaveText([alone.title]);
  await expect(page.getByText(descriptionOf('career'), { exact: true })).toBeVisible();
  expect(Math.abs(((await topOfList()) ?? 0) - (kept ?? Number.NaN))).toBeLessThan(30);
});

test('a missing category come to by a link says so', { tag: '@long' }, async ({ page, open, faults }) => {
  faults.allow(/status of 404/);
  await page.route(/\/api\/categories\/career$/, (route) =>
    route.fulfill({ status: 404, json: { code: 'category_not_found' } }),
  );
  await open('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Category not found');
});
