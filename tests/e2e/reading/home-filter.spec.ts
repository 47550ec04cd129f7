import { shareOf } from '#tests/share.ts';
import { categories, categoryName, PRIMARY } from '../content/categories.ts';
import { featured, livePostsOf } from '../content/posts.ts';
import { expect, type Locator, type Page, test, variants } from '../site-test.ts';
import { recordCalls } from '../support/calls.ts';
import { headlines, section } from '../support/post-sections.ts';
import { addressOf, isSameDocument, markDocument } from '../support/visit.ts';

const bar = (page: Page) => page.getByRole('form', { name: 'Filter posts by category' });
const chip = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const more = (page: Page) => bar(page).locator('summary');
const OTHERS = categories.filter(({ slug }) => !PRIMARY.includes(slug)).map(({ name }) => name);

const posts = (category: string, isFeatured: boolean) =>
  livePostsOf(category)
    .filter((post) => (post.featured ?? false) === isFeatured)
    .map((post) => post.title);

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2, 1)) {
  test.describe(variant, () => {
    test.use({ viewport, javaScriptEnabled });

    test('the bar of categories', { tag: '@long' }, async ({ page, open }) => {
      await open('/');
      await test.step('All Posts and six primary chips stand in the bar, the others behind More Categories', async () => {
        const shown = bar(page).getByRole('button').filter({ visible: true });
        await expect(shown).toHaveText(['All Posts', ...PRIMARY.map(categoryName)]);
        await expect(chip(page, 'All Posts')).toHaveAttribute('aria-pressed', 'true');
        await expect(more(page).filter({ visible: true })).toContainText('More Categories (9)');
        await expect(more(page).getByText('Show Less Categories')).toBeHidden();

        await more(page).click();
        await expect(shown).toHaveText(['All Posts', ...PRIMARY.map(categoryName), ...OTHERS]);
        await expect(more(page).getByText('Show Less Categories', { exact: true })).toBeVisible();
        await expect(more(page).getByText('More Categories (9)')).toBeHidden();

        await more(page).click();
        await expect(shown).toHaveText(['All Posts', ...PRIMARY.map(categoryName)]);
      });

      await test.step('a chip filters both lists, All Posts shows everything again', async () => {
        await chip(page, 'Technology').click();
        await expect(chip(page, 'Technology')).toHaveAttribute('aria-pressed', 'true');
        await expect(chip(page, 'All Posts')).toHaveAttribute('aria-pressed', 'false');
        await expect(headlines(section(page, 'Featured Posts'))).toHaveText(posts('technology', true));
        await expect(headlines(section(page, 'Latest Posts'))).toHaveText(posts('technology', false).slice(0, 12));

        await chip(page, 'All Posts').click();
        await expect(chip(page, 'All Posts')).toHaveAttribute('aria-pressed', 'true');
        await expect(headlines(section(page, 'Featured Posts'))).toHaveCount(featured.length);
      });

      await test.step('the featured section goes where a category has none featured', async () => {
        await more(page).click();
        await chip(page, 'Travel').click();
        await expect(headlines(section(page, 'Latest Posts'))).toHaveText(posts('travel', false));
        await expect(page.getByRole('heading', { name: 'Featured Posts' })).toHaveCount(0);
        await expect(chip(page, 'Travel')).toBeVisible();
        await expect(chip(page, 'Travel')).toHaveAttribute('aria-pressed', 'true');
      });
    });

    test('"No posts found." stands where a category has nothing latest', { tag: '@long' }, async ({ page, open }) => {
      await open('/?category=finance');
      await expect(section(page, 'Latest Posts').getByText('No posts found.', { exact: true })).toBeVisible();
      await expect(headlines(section(page, 'Featured Posts'))).toHaveText(posts('finance', true));
      await expect(chip(page, 'Finance')).toBeVisible();
      await expect(more(page).getByText('Show Less Categories')).toBeVisible();
    });
  });
}

test('a chip, pressed', async ({ page, open }) => {
  await open('/');
  await test.step('a chip filters in place, keeps the place on the page, and asks for the two lists of the category', async () => {
    await markDocument(page);
    const calls = recordCalls(page);
    await chip(page, 'Business').scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await chip(page, 'Business').click();
    await expect(headlines(section(page, 'Latest Posts'))).toHaveText(posts('business', false));
    expect(addressOf(page)).toBe('/?category=business');
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expect(chip(page, 'Business')).toBeFocused();
    expect(calls.map((call) => call.split('?')[0])).toEqual(['GET /api/posts', 'GET /api/posts']);
    const queries = calls.map((call) => Object.fromEntries(new URLSearchParams(call.split('?')[1])));
    expect(queries).toEqual(
      expect.arrayContaining([
        { featured: 'true', published: 'true', category: 'business' },
        expect.objectContaining({ featured: 'false', published: 'true', category: 'business' }),
      ]),
    );
  });

  await test.step('a category chosen before is there again without asking', async () => {
    await chip(page, 'Business').click();
    await expect(headlines(section(page, 'Latest Posts'))).toHaveText(posts('business', false));
    const calls = recordCalls(page);
    await chip(page, 'All Posts').click();
    // A link that comes to lie under the pointer would be prefetched.
    await page.mouse.move(0, 0);
    await expect(headlines(section(page, 'Featured Posts'))).toHaveCount(featured.length);
    await page.goBack();
    await expect(headlines(section(page, 'Latest Posts'))).toHaveText(posts('business', false));
    expect(calls).toEqual([]);
  });
});

test('in forced colours the chosen chip and the chosen view are still told from the others', { tag: '@long' }, async ({
  page,
  open,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open('/');
  const ground = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground(chip(page, 'All Posts'))).not.toBe(await ground(chip(page, 'Technology')));
  const view = (name: string) => section(page, 'Latest Posts').getByRole('button', { name, exact: true });
  expect(await ground(view('Grid'))).not.toBe(await ground(view('List')));
});
