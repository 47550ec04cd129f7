import { faultsInPassing } from '../support/accessibility.ts';
import { expect, test } from './admin-test.ts';

test('without a mail server the admin says why no letter goes out and nobody can subscribe', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#letters');
  await expect(page.getByText('No letter can be sent: the server knows no mail server.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write a letter' })).toBeDisabled();
  const note = page.getByRole('note').filter({ hasText: 'Readers see no form to subscribe: no mail server is set.' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add subscriber' })).toHaveCount(0);
  for (const help of await page.getByText('For whoever runs the server').all()) await help.click();
  await expect(page.getByText('SMTP_URL').first()).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
});
