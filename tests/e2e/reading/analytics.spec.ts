import { shareOf } from '#tests/share.ts';
import { bare, everything } from '../content/special-posts.ts';
import { ANALYTICS_ID } from '../site/sites.ts';
import { expect, type Page, test } from '../site-test.ts';
import { eventsOn } from '../support/events.ts';
import { idle } from '../support/idle.ts';
import { addressOf } from '../support/visit.ts';

const GTAG = /^https:\/\/www\.googletagmanager\.com\/gtag\/js\?id=/;

const pageView = async (page: Page) => ({
  event: 'page_view',
  page_path: addressOf(page),
  page_title: await page.title(),
});
const postView = {
  event: 'blog_post_view',
  title: everything.title,
  category: 'Home & Garden',
  author: 'Ninefold Editors',
};
const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

test.describe('on the first load', () => {
  test('a post is a blog_post_view with title, category and author', { tag: '@long' }, async ({ page, open }) => {
    await open(`/post/${everything.slug}`);
    expect(await eventsOn(page)).toEqual([await pageView(page), postView]);
  });

  test('a category is a category_view', { tag: '@long' }, async ({ page, open }) => {
    await open('/category/career');
    expect(await eventsOn(page)).toEqual([await pageView(page), { event: 'category_view', category: 'Career' }]);
  });

  test('a search tells its term and how much it found', { tag: '@long' }, async ({ page, open }) => {
    await open('/search?q=workbench');
    expect(await eventsOn(page)).toEqual([
      await pageView(page),
      { event: 'search', search_term: 'workbench', results_count: 14 },
    ]);
    await open('/search?q=xylophonist');
    expect((await eventsOn(page))[1]).toEqual({ event: 'search', search_term: 'xylophonist', results_count: 0 });
  });

  test('a missing post and a search for nothing are page views alone', { tag: '@long' }, async ({
    page,
    open,
    faults,
  }) => {
    faults.allow(/status of 404/);
    for (const path of ['/post/never-written', '/category/never-made', '/search', '/search?q=']) {
      await open(path);
      expect((await eventsOn(page)).map(({ event }) => event)).toEqual(['page_view']);
    }
  });
});

test('a visit counts each screen once, when what it is named after has come', async ({ page, open }) => {
  await open('/');
  const expected: object[] = [await pageView(page)];

  await page.getByRole('link', { name: everything.title, exact: true }).click();
  await expect(page).toHaveTitle(`${everything.title} | Ninefold`);
  expected.push(await pageView(page), postView);
  await expect.poll(() => eventsOn(page)).toEqual(expected);

  await footer(page, 'Career').click();
  await expect(page).toHaveTitle('Career | Ninefold');
  expected.push(await pageView(page), { event: 'category_view', category: 'Career' });
  await expect.poll(() => eventsOn(page)).toEqual(expected);

  await page.getByRole('banner').locator('[type=search]:visible').fill('quernstone');
  await page.getByRole('banner').locator('[type=search]:visible').press('Enter');
  await expect(page.getByText('Found 1 result(s) for "quernstone"', { exact: true })).toBeVisible();
  expected.push(await pageView(page), { event: 'search', search_term: 'quernstone', results_count: 1 });
  await expect.poll(() => eventsOn(page)).toEqual(expected);

  await footer(page, 'Terms of Service').click();
  await expect(page).toHaveTitle('Terms of Service | Ninefold');
  expected.push(await pageView(page));
  await expect.poll(() => eventsOn(page)).toEqual(expected);

  await page.goBack();
  await expect(page).toHaveURL(/\/search/);
  expected.push(await pageView(page), { event: 'search', search_term: 'quernstone', results_count: 1 });
  await expect.poll(() => eventsOn(page)).toEqual(expected);
});

test('showing more of a list, and its view, count as nothing', { tag: '@long' }, async ({ page, open }) => {
  await open('/');
  const before = await eventsOn(page);
  await page.getByRole('link', { name: 'Load more posts' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'shown.' })).toHaveCount(1);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  expect(await eventsOn(page)).toEqual(before);
});

for (const [success, status] of shareOf(
  [
    [true, 204],
    [false, 500],
  ] as const,
  2,
)) {
  test(`a message ${success ? 'sent' : 'refused'} is a contact_form_submit with success ${success}`, {
    tag: '@long',
  }, async ({ page, open, faults }) => {
    faults.allow(/status of 500/);
    await page.route(/\/api\/contact$/, (route) => route.fulfill({ status }));
    await open('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect
      .poll(async () => (await eventsOn(page)).filter(({ event }) => event === 'contact_form_submit'))
      .toEqual([{ event: 'contact_form_submit', success }]);
  });
}

test('without a measurement id no other site is asked, and none could be', async ({ page, open, outside }) => {
  const answer = page.waitForResponse((response) => response.request().isNavigationRequest());
  await open(`/post/${bare.slug}`);
  await idle(page);
  expect(outside.asked).toEqual([]);
  expect((await answer).headers()['content-security-policy']).not.toContain('googletagmanager');
});

test.describe('with a measurement id', () => {
  test.use({ siteName: 'small' });

  test('the measurement script is loaded once, and is given every event once', async ({ page, open, outside }) => {
    await open('/post/the-one-post');
    await footer(page, 'Education').click();
    await expect(page).toHaveTitle('Education | Smallfold');
    await expect.poll(() => outside.asked).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ANALYTICS_ID}`]);
    const commands = await page.evaluate(() =>
      (window.dataLayer ?? [])
        .filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
        .map((entry) => Array.from(entry as ArrayLike<unknown>)),
    );
    expect(commands.map(([command]) => command)).toEqual(['js', 'config', 'event', 'event', 'event', 'event']);
    expect(commands[1]).toEqual(['config', ANALYTICS_ID, { send_page_view: false }]);
    expect(commands.slice(2).map(([, name]) => name)).toEqual([
      'page_view',
      'blog_post_view',
      'page_view',
      'category_view',
    ]);
    expect(commands[5]).toEqual(['event', 'category_view', { category: 'Education' }]);
  });

  test('a script that is blocked is no fault of the page', { tag: '@long' }, async ({
    page,
    open,
    outside,
    faults,
  }) => {
    faults.allow(/net::ERR_(FAILED|BLOCKED_BY_CLIENT)/);
    outside.answer(GTAG, (route) => route.abort('blockedbyclient'));
    await open('/post/the-one-post');
    await footer(page, 'Education').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Education');
  });
});
