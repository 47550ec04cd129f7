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

  const failing = { waiting: 3, lastAt: null, failure: { since, message: 'No connection' } };
  const well = { waiting: 0, lastAt: since, failure: null };
  const edges = [
    { name: '10.0.0.2:6081', ...well },
    { name: '10.0.0.3:6081', ...failing },
  ];
  await page.unroute('**/api/edge');
  await page.route('**/api/edge', (route) => route.fulfill({ json: { isConfigured: true, ...failing, edges } }));
  await page.reload();
  await expect(edge.getByRole('paragraph').filter({ hasText: '10.0.0.2:6081' })).toContainText(/Last told .*\.$/);
  await expect(edge.getByRole('paragraph').filter({ hasText: '10.0.0.3:6081' })).toContainText('No connection');
});
