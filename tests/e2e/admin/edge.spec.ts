import { expect, test } from './admin-test.ts';

test('Settings say since when an edge does not take in what it is told, and nothing where there is none', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Backups', exact: true })).toBeVisible();
  const edge = page.getByRole('region', { name: 'Edge', exact: true });
  await expect(edge).toHaveCount(0);

  const since = new Date().toISOString();
  await page.route('**/api/edge', (route) =>
    route.fulfill({
      json: { isConfigured: true, waiting: 3, lastAt: null, failure: { since, message: 'Answered 503' } },
    }),
  );
  await page.reload();
  await expect(edge.getByRole('status')).toContainText(/^Not told yet, failing since .* \(Answered 503\), 3 waiting\./);
});
