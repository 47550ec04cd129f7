import { readFile } from 'node:fs/promises';
import { smallPicture } from '../content/small-pictures.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import { makePost } from './post-steps.ts';

const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures' });
const search = (page: Page, words: string) => page.getByRole('searchbox', { name: 'Search pictures' }).fill(words);
const panel = (page: Page, name: string) => page.getByRole('dialog', { name });
const file = async (name: string, of: Parameters<typeof smallPicture>[0] = 'nine-squares.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(smallPicture(of)),
});

test('pictures are uploaded together, found, described, replaced, deleted and taken back', async ({
  page,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 422/);
  await openAdmin('/admin');
  await page.getByRole('link', { name: 'Media Library' }).click();
  await expect(page.getByRole('link', { name: 'Media Library' })).toHaveAttribute('aria-current', 'page');

  const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('words') };
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
  const twins = [await file('harbour-view.jpg'), await file('harbour-view.jpg')];
  await page.getByLabel('Upload pictures').setInputFiles([...twins, fake, notes]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByRole('status')).toHaveText('2 of 4 pictures stored, 2 failed');
  await expect(uploads).toContainText('"notes.txt" is not a picture.');
  await expect(uploads).toContainText('PNG, JPEG, GIF, WebP and AVIF are accepted');
  await expect(toasts(page)).toHaveCount(0);
  await uploads.getByRole('button', { name: 'Close the list of uploads' }).click();

  await search(page, 'HARBOUR');
  await expect(pictures(page).getByRole('button')).toHaveCount(2);
  await pictures(page).getByRole('button').first().press('Enter');
  const open = panel(page, 'harbour-view.jpg');
  await open.getByRole('button', { name: 'Use “Harbour view”' }).click();
  await expect(open.getByLabel('Alt text')).toHaveValue('Harbour view');
  await open.getByRole('slider', { name: 'Across' }).fill('20');
  await open.getByLabel('Title').fill('The harbour');
  await open.getByLabel('Title').press('Enter');
  await expect(toasts(page)).toContainText('Image details saved');

  const [image] = await (await page.request.get('/api/images?q=harbour')).json();
  const { id } = await makePost(page, { title: 'At the harbour', text: `![](${image.url})` });
  await panel(page, 'The harbour')
    .getByLabel('Replacement file')
    .setInputFiles(await file('dusk.jpg', 'paper-boat.jpg'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
  await expect(toasts(page)).toContainText('File replaced in 1 post');
  await expect(panel(page, 'The harbour')).toContainText('dusk.jpg');
  await expect(panel(page, 'The harbour').getByRole('link', { name: 'At the harbour' })).toBeVisible();
  const [replaced] = await (await page.request.get('/api/images?q=harbour')).json();
  expect(replaced.url).not.toBe(image.url);
  expect((await (await page.request.get(`/api/posts/by-id/${id}`)).json()).content).toBe(`![](${replaced.url})`);

  await panel(page, 'The harbour').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this image?' });
  await expect(question).toContainText('“At the harbour”');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toContainText('Image deleted successfully!');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await longStep('what is in the bin is restored, or deleted for good', async () => {
    await page.getByLabel('Show').selectOption('Bin');
    const binned = page.getByRole('article', { name: 'The harbour' });
    await expect(binned).toHaveCount(2);
    await binned.first().getByRole('button', { name: 'Restore' }).click();
    await expect(toasts(page)).toContainText('Image restored');
    await expect(binned).toHaveCount(1);
    await binned.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(binned).toHaveCount(0);
    expect((await page.request.get(replaced.url)).status()).toBe(200);
  });
});

test('of very many pictures those near the window are there, and axe finds nothing, on a phone too', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  const [image] = await openAdmin('/admin').then(async () => (await page.request.get('/api/images')).json());
  await page.route(/\/api\/images\?/, (route) => {
    const start = (Number(new URL(route.request().url()).searchParams.get('page')) - 1) * 60;
    const items = Array.from({ length: 60 }, (_, index) => ({
      ...image,
      id: start + index + 1,
      metadata: { title: `Picture ${start + index + 1}`, alt: 'A sheet' },
    }));
    return route.fulfill({ json: items, headers: { 'x-total-count': '5000' } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menu').waitFor();
  expect(await faultsInPassing(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Media Library' }).click();
  await expect(page.getByText('5,000 pictures')).toBeVisible();
  await expect(pictures(page).getByRole('button', { name: 'Picture 1', exact: true })).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(pictures(page).getByRole('button', { name: 'Picture 5000' })).toBeVisible();
  await expect.poll(() => pictures(page).getByRole('listitem').count()).toBeLessThan(40);
  await pictures(page).getByRole('button', { name: 'Picture 5000' }).click();
  await expect(panel(page, 'Picture 5000')).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
});
