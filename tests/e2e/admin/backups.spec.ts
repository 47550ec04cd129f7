import { expect, test } from './admin-test.ts';

test('a backup is made in Settings, proved, and told', { tag: '@long' }, async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const backups = page.getByRole('region', { name: 'Backups', exact: true });
  await expect(backups.getByText('BACKUP_EVERY_HOURS is not set')).toBeVisible();
  const before = await backups.getByRole('listitem').count();
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(backups.getByRole('button', { name: 'Backing up …' })).toBeDisabled();
  await expect(backups.getByRole('button', { name: 'Back up now' })).toBeEnabled();
  await expect(backups.getByText(/^Last verified (less than a|1) minute ago\.$/)).toBeVisible();
  await expect(backups.getByRole('listitem')).toHaveCount(before + 1);
  await expect(backups.getByRole('listitem').first()).toContainText('Verified');
});

test('a failure is said in its words', { tag: '@long' }, async ({ page, openAdmin }) => {
  const at = new Date().toISOString();
  await page.route('**/api/backups', (route) =>
    route.fulfill({
      json: {
        folder: '/var/backups/ninefold',
        everyHours: 24,
        keep: 7,
        isRunning: false,
        backups: [{ name: 'ninefold-a.tar', size: 1_400_000_000, createdAt: at, verifiedAt: null }],
        lastVerifiedAt: null,
        nextAt: at,
        failure: { at, message: 'The disk of /var/backups/ninefold is full.' },
      },
    }),
  );
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const backups = page.getByRole('region', { name: 'Backups', exact: true });
  await expect(backups).toContainText('One is made every day, the newest 7 are kept in /var/backups/ninefold.');
  await expect(backups.getByRole('status')).toContainText(
    'The last one failed less than a minute ago: The disk of /var/backups/ninefold is full.',
  );
  await expect(backups.getByRole('listitem')).toContainText(/1\.4 GB.*Not verified/);
});
