import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { expect, test } from './admin-test.ts';

test('Settings say when was last published to reader servers and why not, and nothing where there are none', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Backups', exact: true })).toBeVisible();
  const readers = page.getByRole('region', { name: 'Reader servers', exact: true });
  await expect(readers).toHaveCount(0);

  const at = new Date().toISOString();
  const last = { number: 7, at, bytes: 3_250_000, plainBytes: 14_000_000, due: 2 };
  const answer = (status: object) => page.route('**/api/publication', (route) => route.fulfill({ json: status }));
  await answer({ state: 'current', last, failure: null });
  await page.reload();
  await expect(readers.getByRole('status')).toContainText(/^Published .* \(3\.1 MB, with 2 posts that are due/);

  await page.unroute('**/api/publication');
  await answer({ state: 'failing', last, failure: { since: at, message: 's3://blog does not answer.' } });
  await page.reload();
  await expect(readers.getByRole('status')).toContainText('reader servers show what they have');
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
});
