import { featured, latest } from '../content/posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { BROKEN, breakCalls, holdCalls } from '../support/calls.ts';
import { headlines, section, skeletonCards } from '../support/post-sections.ts';
import { installClock } from '../support/stopped-clock.ts';

// Lists while they load, and lists that cannot be loaded: both are seen only after a client navigation.

const FEATURED = /\/api\/posts\?featured=true/;
const LATEST = /\/api\/posts\?published=true&featured=false/;

const goHome = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Home' }).filter({ visible: true }).click();

test('lists while they are fetched', { tag: '@long' }, async ({ page, open }) => {
  await test.step('six skeleton cards stand where the latest posts are about to', async () => {
    await open('/about');
    const held = await holdCalls(page, LATEST);
    await goHome(page);
    const list = section(page, 'Latest Posts');
    await expect(skeletonCards(list)).toHaveCount(6);
    await expect(list).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover Insights Across Every Niche');
    held.release();
    await expect(headlines(list)).toHaveCount(12);
    await expect(skeletonCards(list)).toHaveCount(0);
    await expect(list).not.toHaveAttribute('aria-busy');
  });

  await test.step('the skeletons are rows where List was chosen', async () => {
    await section(page, 'Latest Posts').getByRole('button', { name: 'List' }).click();
    await holdCalls(page, LATEST);
    await page.getByRole('button', { name: 'Health', exact: true }).click();
    const list = section(page, 'Latest Posts');
    await expect(skeletonCards(list)).toHaveCount(6);
    await expect(list.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('lists that cannot be fetched', async ({ page, open, faults }) => {
  faults.allow(BROKEN);
  await open('/about');
  const brokenLatest = await breakCalls(page, LATEST);
  const brokenFeatured = await breakCalls(page, FEATURED);
  await goHome(page);
  const latestPosts = section(page, 'Latest Posts');
  const featuredPosts = section(page, 'Featured Posts');

  await test.step('"Failed to fetch …" stands in place of each list', async () => {
    await expect(latestPosts.getByRole('alert')).toContainText('Failed to fetch posts');
    await expect(featuredPosts.getByRole('alert')).toContainText('Failed to fetch featured posts');
  });

  await test.step('Try again fetches the one list, whatever the other does', async () => {
    brokenFeatured.mend();
    await featuredPosts.getByRole('link', { name: 'Try again' }).click();
    await expect(headlines(featuredPosts)).toHaveCount(featured.length);
    await expect(latestPosts.getByRole('alert')).toContainText('Failed to fetch posts');
  });

  await test.step('Try again says so when it fails again', async () => {
    const failed = page.waitForResponse(LATEST);
    await latestPosts.getByRole('link', { name: 'Try again' }).click();
    expect((await failed).status()).toBe(500);
    await expect(latestPosts.getByRole('alert')).toContainText('Failed to fetch posts');
  });

  await test.step('and shows the posts once they can be had', async () => {
    brokenLatest.mend();
    await expect(latestPosts.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/');
    await latestPosts.getByRole('link', { name: 'Try again' }).click();
    await expect(headlines(latestPosts)).toHaveText(latest.slice(0, 12).map((post) => post.title));
    await expect(page.getByText('Failed to fetch')).toHaveCount(0);
  });
});

test('a failed list is asked for once: no retries', { tag: '@long' }, async ({ page, open, faults }) => {
  faults.allow(BROKEN);
  await installClock(page);
  await open('/about');
  await breakCalls(page, LATEST);
  let asked = 0;
  page.on('request', (request) => {
    if (LATEST.test(request.url())) asked += 1;
  });
  await goHome(page);
  await expect(section(page, 'Latest Posts').getByRole('alert')).toBeVisible();
  await page.clock.runFor(60_000);
  expect(asked).toBe(1);
});

test('what failed is tried again when the reader comes back to it', { tag: '@long' }, async ({
  page,
  open,
  faults,
}) => {
  faults.allow(BROKEN);
  await open('/about');
  const broken = await breakCalls(page, LATEST);
  await goHome(page);
  await expect(section(page, 'Latest Posts').getByRole('alert')).toBeVisible();
  broken.mend();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await goHome(page);
  await expect(headlines(section(page, 'Latest Posts'))).toHaveCount(12);
});

const unfetched = [
  {
    what: 'a post',
    path: '/',
    broken: /\/api\/posts\/a-table-for-twelve$/,
    message: 'Failed to fetch post',
    link: 'A Table for Twelve',
  },
  {
    what: 'a category',
    path: '/',
    broken: /\/api\/categories\/career$/,
    message: 'Failed to fetch category',
    link: 'Career',
  },
];
for (const { what, path, broken, message, link } of unfetched) {
  test(`where ${what} cannot be fetched its page says so, and Try again mends it`, { tag: '@long' }, async ({
    page,
    open,
    faults,
  }) => {
    faults.allow(BROKEN);
    await open(path);
    const breaking = await breakCalls(page, broken);
    await page.getByRole('link', { name: link, exact: true }).last().click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(message);
    await expect(page).toHaveTitle('Ninefold');
    breaking.mend();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(link);
    await expect(page).toHaveTitle(`${link} | Ninefold`);
  });
}
