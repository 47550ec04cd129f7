import { everything } from '../content/special-posts.ts';
import { DESKTOP, expect, PHONE, test } from '../site-test.ts';
import { accessibilityFaults, faultsInEveryTheme } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';

// The parts that open on a page, in both themes; `every-screen.spec.ts` tests the pages as they are when they open.

test('axe finds nothing on what opens', async ({ page, open, context, faults }) => {
  faults.allow(/status of 500/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('the side menu', async () => {
    await page.setViewportSize(PHONE);
    await open('/');
    await page.getByRole('banner').locator('summary').click();
    expect(await faultsInEveryTheme(page, [PHONE])).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  await longStep('the other categories, and the list as rows', async () => {
    await open('/');
    await page.getByRole('form', { name: 'Filter posts by category' }).locator('summary').click();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    expect(await faultsInEveryTheme(page, [DESKTOP])).toEqual([]);
  });

  await test.step('the share dialog with its toast', async () => {
    await open(`/post/${everything.slug}`);
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await expect(toasts(page)).toHaveCount(1);
    expect(await faultsInEveryTheme(page, [DESKTOP])).toEqual([]);
  });

  await longStep('a form with a field missing, and its toast', async () => {
    await open('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toasts(page)).toHaveCount(1);
    expect(await faultsInEveryTheme(page, [DESKTOP])).toEqual([]);
  });

  await longStep('skeletons, and a failed list', async () => {
    await open('/about');
    await page.route(/featured=false/, () => {});
    await page.route(/featured=true/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByText('Failed to fetch featured posts')).toBeVisible();
    await expect(page.locator('[data-skeleton-card]')).toHaveCount(6);
    expect(await faultsInEveryTheme(page, [DESKTOP])).toEqual([]);
  });
});

// axe is a script itself, so the page's own scripts are blocked here instead of all scripts.
test('a contact form answered on the page', { tag: '@long' }, async ({ page, faults }) => {
  faults.allow(/status of 422|net::ERR_FAILED/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Message').fill('  ');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toContainText('Missing Information');
  expect(await accessibilityFaults(page)).toEqual([]);
});
