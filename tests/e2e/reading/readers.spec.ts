import { shareOf } from '#tests/share.ts';
import { embeds, everything } from '../content/special-posts.ts';
import { expect, test } from '../site-test.ts';
import { signIn } from '../support/sign-in.ts';

// Readers differ; what the server rendered for all of them must be what each browser would render.

for (const { locale, timezoneId } of shareOf(
  [
    { locale: 'de-DE', timezoneId: 'Pacific/Honolulu' },
    { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati' },
  ],
  2,
)) {
  test.describe(`${locale}, ${timezoneId}`, () => {
    test.use({ locale, timezoneId });

    test('dates and numbers are the same everywhere', async ({ page, open }) => {
      await open(`/post/${everything.slug}`);
      await expect(page.getByText('July 09, 2025', { exact: true })).toBeVisible();
      await expect(page.getByText(/12,3\d\d views/)).toBeVisible();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home & Garden' }).click();
      await expect(page.getByRole('article').first()).toContainText('July 09, 2025');
    });
  });
}

test('readers get no cookies', async ({ page, open, context }) => {
  for (const path of ['/', `/post/${embeds.slug}`, '/search?q=soup', '/contact']) await open(path);
  await page.getByRole('button', { name: 'Dark theme' }).click();
  expect(await context.cookies()).toEqual([]);
});

test('a cookie that signs nobody in makes a reader', { tag: '@long' }, async ({ page, open, context, site }) => {
  await signIn(context, site);
  const [cookie] = await context.cookies();
  if (!cookie) throw new Error('Signing in set no cookie');
  await context.clearCookies();
  await context.addCookies([{ ...cookie, value: `${cookie.value.slice(0, -3)}xyz` }]);
  await open(`/post/${everything.slug}`);
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
});

test('without storage the theme can be chosen all the same', { tag: '@long' }, async ({ page, open }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Storage is off', 'SecurityError');
      },
    });
  });
  await open('/');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveClass(/(^| )dark( |$)/);
});
