import { toasts } from '../support/toast.ts';
import { expect, test, uniqueTitle } from './admin-test.ts';

test('a token is made with the keyboard, lets a program read, and is refused once it is deleted', async ({
  page,
  openAdmin,
  site,
  playwright,
}) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const name = uniqueTitle('Courier');
  const programs = page.getByRole('region', { name: 'Other programs', exact: true });
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await programs.getByRole('button', { name: 'New token' }).press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Say which program it is for.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await dialog.getByLabel('For').selectOption('program');
  await expect(dialog.getByLabel('May').getByRole('option')).toHaveText([
    'Reads everything, drafts too.',
    'Reads, and proposes drafts and changes.',
    'Reads, makes drafts and uploads pictures.',
    'Reads, writes and publishes.',
  ]);
  await dialog.getByRole('button', { name: 'Make token' }).press('Enter');
  const made = dialog.getByLabel('The new token');
  await expect(made).toBeFocused();
  await expect(made).toHaveValue(/^nf_[\w-]{43}$/);
  const headers = { authorization: `Bearer ${await made.inputValue()}` };
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(programs.getByRole('button', { name: 'New token' })).toBeFocused();
  await expect(programs.getByRole('listitem').filter({ hasText: name })).toContainText('Never used.');

  const program = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: headers });
  expect((await program.get('/api/posts')).status()).toBe(200);
  expect((await program.post('/api/tags', { data: { name: 'tea' } })).status()).toBe(403);
  await programs.getByRole('button', { name: `Delete the token “${name}”` }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(toasts(page)).toContainText('Token deleted');
  await expect(programs.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
  expect((await program.get('/api/posts')).status()).toBe(401);
  await program.dispose();
});
