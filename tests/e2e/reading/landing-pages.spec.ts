import { shareOf } from '#tests/share.ts';
import { expect, test, variants } from '../site-test.ts';
import { recordCalls } from '../support/calls.ts';
import { headOf } from '../support/head.ts';

// The tests of every screen (content/screens.ts) cover that the pages answer, fit, are valid and accessible.

const PAGES = ['/pilates-to-pole', '/yoga-to-pole', '/pole-dancing-classes-near-me-st-pete', '/fun-workouts-st-pete'];

for (const { name: variant, viewport, javaScriptEnabled } of shareOf(variants, 2)) {
  test.describe(variant, () => {
    test.use({ viewport, javaScriptEnabled });

    for (const path of shareOf(PAGES, 2)) {
      test(`${path} makes its offer, answers questions and leads to the contact page`, async ({ page, open }) => {
        await open(path);
        const main = page.getByRole('main');
        const offer = main.getByRole('region').filter({ hasText: '2 weeks unlimited' });
        await expect(offer).toContainText('$59');
        const questions = main.getByRole('region', { name: 'Questions people ask' });
        const first = questions.locator('details').first();
        await expect(first.locator('p')).toBeHidden();
        await first.locator('summary').click();
        await expect(first.locator('p')).toBeVisible();
        await main.getByRole('link', { name: 'two weeks for $59' }).last().click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
      });
    }

    test('the price in the opening leads to the offer', { tag: '@long' }, async ({ page, open }) => {
      await open('/yoga-to-pole');
      await page.getByRole('link', { name: '2 weeks unlimited for $59' }).click();
      await expect(page).toHaveURL(/#offer$/);
      await expect(page.getByRole('heading', { name: 'Two weeks, as often as you like' })).toBeInViewport();
    });
  });
}

test('questions open by keyboard', { tag: '@long' }, async ({ page, open }) => {
  await open('/pilates-to-pole');
  const first = page.getByRole('main').locator('details').first();
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('open', '');
});

test('each has its own title, description and structured data', async ({ page, request, site }) => {
  const seen = new Set<string>();
  for (const path of PAGES) {
    const head = await headOf(page, await (await request.get(path, { headers: { accept: 'text/html' } })).text());
    expect(head.links.canonical).toEqual([`${site.url}${path}`]);
    expect(head.meta.robots).toEqual(['index, follow']);
    const types = head.jsonLd.map((text) => JSON.parse(text)['@type']);
    expect(types).toEqual(['Service', 'FAQPage', 'BreadcrumbList']);
    expect(JSON.parse(head.jsonLd[0] ?? '').offers).toMatchObject({ price: '59.00', priceCurrency: 'USD' });
    seen.add(head.title).add(head.meta.description?.[0] ?? '');
  }
  expect(seen.size).toBe(2 * PAGES.length);
});

test('its words are in no script: the page is taken over as it stands, also by Back', { tag: '@long' }, async ({
  page,
  open,
}) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text());
  });
  await open('/fun-workouts-st-pete');
  const heading = 'A workout you will not need to talk yourself into';
  const calls = recordCalls(page);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  expect(calls).toEqual([]);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.join('')).not.toContain(heading);
});

test('the site may show it in a frame of its own, nobody else may', async ({ request }) => {
  const headers = (await request.get('/yoga-to-pole')).headers();
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
});
