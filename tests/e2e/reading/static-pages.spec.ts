import { shareOf } from '#tests/share.ts';
import { expect, test, variants } from '../site-test.ts';

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2)) {
  test.describe(variant, () => {
    test.use({ viewport, javaScriptEnabled });

    test('About says whom the site curates for, and what about', async ({ page, open }) => {
      await open('/about');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
      for (const audience of ['Passion Seekers', 'Weekend Warriors', 'Cross-Pollinators', 'Community Cultivators']) {
        await expect(page.getByRole('heading', { name: audience, exact: true })).toBeVisible();
      }
      for (const topic of ['Wellness', 'Crafts', 'Tech', 'Culinary', 'Lifestyle']) {
        await expect(page.getByRole('main').getByRole('heading', { name: topic, exact: true })).toBeVisible();
      }
      await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
    });

    for (const [path, title] of [
      ['/privacy', 'Privacy Policy'],
      ['/terms', 'Terms of Service'],
    ] as const) {
      test(`${title} tells its date and the minimum age`, { tag: '@long' }, async ({ page, open }) => {
        await open(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.getByText('Last updated: July 19, 2025', { exact: true })).toBeVisible();
        await expect(page.getByText(/at least 13 years old/)).toBeVisible();
      });
    }

    test('the governing law of the terms is still to be filled in, and is seen to be', { tag: '@long' }, async ({
      page,
      open,
    }) => {
      await open('/terms');
      for (const placeholder of ['[Your State/Country]', '[Your Jurisdiction]']) {
        await expect(page.locator('mark').getByText(placeholder, { exact: true })).toBeVisible();
      }
    });

    test('an address without a page shows the not-found screen', async ({ page, open, faults }) => {
      faults.allow(/status of 404/);
      await open('/there/is/no/page');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
      await expect(page.getByText('Did you forget to add the page to the router?', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Back to the home page' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover Insights Across Every Niche');
    });
  });
}

test('the sections of a legal page can be jumped to', async ({ page, open }) => {
  await open('/terms');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Governing Law' }).click();
  await expect(page).toHaveURL(/\/terms#governing-law$/);
  await expect(page.getByRole('heading', { name: 'Governing Law' })).toBeInViewport();
});

test('a slash too many leads to the page without it', { tag: '@long' }, async ({ page, open }) => {
  await open('/about/');
  await expect(page).toHaveURL(/\/about$/);
});
