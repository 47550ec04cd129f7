import { shareOf } from '#tests/share.ts';
import { DESKTOP, expect, type Page, test } from '../site-test.ts';
import { recordCalls } from '../support/calls.ts';
import { idle } from '../support/idle.ts';
import { addressOf, isSameDocument, markDocument } from '../support/visit.ts';

const searchBox = (page: Page) => page.getByRole('banner').locator('[type=search]:visible');

test.use({ viewport: DESKTOP });

for (const javaScriptEnabled of shareOf([true, false], 2)) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('what the header is for', async ({ page, open }) => {
      await test.step('the header offers Home, About, a search box and Admin', async () => {
        await open('/terms');
        const header = page.getByRole('banner');
        const main = header.getByRole('navigation', { name: 'Main' });
        await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
        await expect(main.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
        await expect(header.getByRole('link', { name: 'Admin' }).filter({ visible: true })).toHaveAttribute(
          'href',
          '/admin',
        );
        await expect(searchBox(page)).toHaveAttribute('placeholder', 'Search posts...');
        await expect(header.getByText('Menu', { exact: true })).toBeHidden();
      });

      await test.step('the link of the page one is on says so', async () => {
        await open('/about');
        const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
        await expect(main.locator('[aria-current="page"]')).toHaveText(['About']);
      });

      await test.step('a search goes to the search page with its text encoded', async () => {
        await open('/about');
        await searchBox(page).fill('C&A + "tea"? #1/é 100%');
        await searchBox(page).press('Enter');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search');
        expect(new URL(page.url()).searchParams.get('q')).toBe('C&A + "tea"? #1/é 100%');
        await expect(page.getByRole('main').locator('[type=search]:visible')).toHaveValue('C&A + "tea"? #1/é 100%');
        await expect(searchBox(page)).toHaveValue('');
      });
    });
  });
}

test('a search navigates in place, to the text as encodeURIComponent writes it, and clears the box', async ({
  page,
  open,
}) => {
  await open('/about');
  await markDocument(page);
  const text = 'C&A + "tea"? #1/é 100%';
  await searchBox(page).fill(`  ${text} `);
  await page.getByRole('banner').getByRole('button', { name: 'Find posts' }).click();
  await expect(page.getByText(`Found 0 result(s) for "${text}"`, { exact: true })).toBeVisible();
  expect(addressOf(page)).toBe(`/search?q=${encodeURIComponent(text)}`);
  expect(await isSameDocument(page)).toBe(true);
  await expect(searchBox(page)).toHaveValue('');
});

test('a blank search is ignored', { tag: '@long' }, async ({ page, open }) => {
  await open('/about');
  const calls = recordCalls(page);
  for (const blank of ['', '   ', '\u00a0\t']) {
    await searchBox(page).fill(blank);
    await searchBox(page).press('Enter');
    await page.getByRole('banner').getByRole('button', { name: 'Find posts' }).click();
  }
  await idle(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  expect(addressOf(page)).toBe('/about');
  expect(calls).toEqual([]);
});

test('the Admin link is a page load: the admin is another program', { tag: '@long' }, async ({ page, open }) => {
  await open('/');
  const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith('/admin'));
  await page.route('**/admin', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Admin</title>' }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).filter({ visible: true }).click();
  await asked;
});
