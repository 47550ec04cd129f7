import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, SEED_PICTURES } from '#server/paths.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';

const PICTURE = path.join(projectRoot(), SEED_PICTURES, 'nine-squares.jpg');
const fileField = (page: Page) => page.getByLabel('Featured image file');
const manager = (page: Page) => page.getByRole('dialog', { name: 'Image Manager' });

test('the widget takes a picture, shows it and lets go of it', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await expect(page.getByText('Click to upload or drag and drop')).toBeVisible();
  await expect(page.getByText('PNG, JPG, GIF up to 10MB')).toBeVisible();
  await expect(fileField(page)).toHaveAttribute('accept', 'image/*');
  await fileField(page).setInputFiles(PICTURE);
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/uploads\//);
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(page.getByLabel('Image URL')).toHaveValue('');
  await expect(fileField(page)).toBeAttached();
});

test('what is no picture is not sent; what only looks like one is refused with the reason', async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 4\d\d/);
  await openAdmin('/admin#new');
  await fileField(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await expect(page.getByText('"notes.txt" is not a picture.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await fileField(page).setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('words') });
  await expect(toasts(page)).toContainText('Error');
  await expect(toasts(page)).toContainText('Failed to upload image. Please try again.');
  await expect(page.getByText(/PNG, JPEG, GIF, WebP and AVIF/)).toBeVisible();
});

test('a picture that does not load says what to do', async ({ page, openAdmin, faults }) => {
  faults.allow(/status of 404/);
  await openAdmin('/admin#new');
  await page.getByLabel('Image URL').fill('/uploads/no-such-picture.webp');
  await page.getByLabel('Image URL').blur();
  await expect(page.getByText('Image failed to load')).toBeVisible();
  await expect(page.getByText('Please generate a new image or upload a different one')).toBeVisible();
});

test('an upload can be cancelled', async ({ page, openAdmin, faults }) => {
  faults.allow(/ERR_FAILED|Failed to load/);
  await openAdmin('/admin#new');
  await page.route('**/api/upload/image', () => undefined);
  await fileField(page).setInputFiles({ name: 'slow.jpg', mimeType: 'image/jpeg', buffer: await readFile(PICTURE) });
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(fileField(page)).toBeAttached();
  await expect(toasts(page)).toHaveCount(0);
});

test('the manager shows each picture with its size, date and use, and features it', async ({ page, openAdmin }) => {
  await openAdmin('/admin?edit=1');
  await page.getByRole('button', { name: 'Manage Images' }).click();
  const used = manager(page).getByRole('article').filter({ hasText: 'Used by 1 post' }).first();
  await expect(used).toContainText(/\d+\.\d KB/);
  await expect(used).toContainText('Featured');
  const toggle = used.getByRole('button', { name: 'Use as Featured' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await manager(page).getByRole('button', { name: 'Close Window' }).click();
  await expect(page.getByLabel('Image URL')).toHaveValue('');
});

test('title and alt text are changed, and a delete asks first', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  const squares = path.join(projectRoot(), SEED_PICTURES, 'fold-in-thirds.jpg');
  await fileField(page).setInputFiles(squares);
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
  await page.getByRole('button', { name: 'Manage Images' }).click();
  const newest = manager(page).getByRole('article').first();
  await newest.getByRole('button', { name: 'Edit title and alt text' }).click();
  await newest.getByLabel('Title').fill('Three folds');
  await newest.getByLabel('Alt text').fill('A folded sheet');
  await newest.getByRole('button', { name: 'Save' }).click();
  const renamed = manager(page).getByRole('article', { name: 'Three folds' });
  await expect(renamed.getByRole('img', { name: 'A folded sheet' })).toBeVisible();
  await renamed.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete this image?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(toasts(page)).toContainText('Image deleted successfully!');
  await expect(renamed).toHaveCount(0);
});
