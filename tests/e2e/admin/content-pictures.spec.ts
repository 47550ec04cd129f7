import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import {
  BOAT,
  button,
  contentText,
  cursor,
  expectContent,
  fillContent,
  goTo,
  insertPicture,
  panel,
  pictures,
  preview,
  SQUARES,
  showImages,
  showPreview,
  text,
  upload,
} from './editor-steps.ts';

// Pictures that are uploaded for a text and put at its positions.

const position = (page: Page, number: number) =>
  panel(page)
    .getByRole('list', { name: 'Positions' })
    .getByRole('listitem')
    .nth(number - 1);

test('the positions of a text', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('five positions, each with fifty words on either side', async () => {
    await openAdmin('/admin#new');
    await fillContent(page, text(700));
    await showImages(page);
    await expect(panel(page).getByRole('heading', { level: 4 })).toHaveText([
      /^Position 1/,
      /^Position 2/,
      /^Position 3/,
      /^Position 4/,
      /^Position 5/,
    ]);
    await expect(position(page, 1)).toContainText('free, around word 300');
    const words = ((await position(page, 1).getByRole('paragraph').textContent()) ?? '').match(/word\d+/g);
    expect(words).toEqual(Array.from({ length: 100 }, (_, index) => `word${251 + index}`));
    await expect(position(page, 3)).toContainText('at the end: word 900 is not written yet');
  });

  await test.step('a picture is uploaded, described, inserted, replaced and removed', async () => {
    await upload(page, BOAT);
    const boat = pictures(page).first();
    await expect(boat).toContainText('Not in your content yet');
    await boat.getByLabel('Link URL').fill('https://example.com/boat');
    await boat.getByLabel('Caption').fill('A folded boat');
    await insertPicture(page, button(page, 'Insert at position 2'));
    await expect(toasts(page)).toContainText('Image Inserted!');
    await expectContent(
      page,
      /word600\.\n\n\[!\[A folded boat\]\(\/uploads\/\S+ "A folded boat"\)\]\(https:\/\/example\.com\/boat\)\n\nword601 /,
    );
    await expect(boat).toContainText('Already in your content: position 2');
    await showPreview(page);
    await expect(preview(page).getByRole('img')).toHaveCount(1);

    await boat.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(toasts(page)).toContainText('This image is already in your content');

    await upload(page, SQUARES);
    await insertPicture(page, button(page, 'Replace at position 2'), 'Nine squares');
    await expect(toasts(page)).toContainText('Image Replaced');
    await expectContent(page, /folded boat/, { not: true });

    await button(page, 'Remove the image at position 2').click();
    await expect(toasts(page)).toContainText('Image Removed');
    await expectContent(page, text(700));
    await button(page, 'Remove the image at position 2').click();
    await expect(toasts(page)).toContainText('No Image Found at position 2. Found 0 total images.');
  });
});

test('Insert takes the first free position, Remove takes the picture out and off the list', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  await fillContent(page, text(700));
  await showImages(page);
  await upload(page, BOAT);
  await insertPicture(page, pictures(page).first().getByRole('button', { name: 'Insert', exact: true }));
  await expect(pictures(page).first()).toContainText('Already in your content: position 1');
  await pictures(page).first().getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toasts(page)).toContainText('Image Removed');
  await expect(pictures(page)).toHaveCount(0);
  await expectContent(page, text(700));
});

test('pictures that are in the text', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('caption and link of a picture in the text are changed in the text', async () => {
    await openAdmin('/admin#new');
    await fillContent(page, 'Words.\n\n![A boat](https://pictures.example/boat.jpg)\n\nMore words.');
    await showImages(page);
    const boat = panel(page).getByRole('group', { name: 'A boat' });
    await boat.getByLabel('Caption').fill('On the river');
    await boat.getByLabel('Link URL').fill('javascript:alert(1)');
    await boat.getByLabel('Link URL').press('Enter');
    await expect(boat.getByText(/A link cannot lead to javascript: addresses\./)).toBeVisible();
    expect(await contentText(page)).not.toContain('javascript');
    await boat.getByLabel('Link URL').fill('/about');
    await boat.getByLabel('Link URL').press('Enter');
    await expectContent(
      page,
      'Words.\n\n[![A boat](https://pictures.example/boat.jpg "On the river")](/about)\n\nMore words.',
    );
    await boat.getByRole('button', { name: 'Use as Featured' }).click();
    await expect(boat.getByRole('button', { name: 'Use as Featured' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('all pictures go at once after a question that counts them, and where there is none that is said', async () => {
    await fillContent(
      page,
      'One.\n\n![a](https://pictures.example/1.jpg)\n\nTwo.\n\n![b](https://pictures.example/2.jpg)',
    );
    await button(page, 'Remove All Images').click();
    const question = page.getByRole('alertdialog', { name: 'Remove all 2 pictures from the text?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectContent(page, /2\.jpg/);
    await button(page, 'Remove All Images').click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(toasts(page)).toContainText('All Images Removed');
    await expectContent(page, 'One.\n\nTwo.');
    await button(page, 'Remove All Images').click();
    await expect(toasts(page)).toContainText('No Images Found');
  });

  await test.step('the cursor stays at its words when a picture comes in before it', async () => {
    await fillContent(page, text(700));
    await expect(pictures(page)).toHaveCount(0);
    await upload(page, BOAT);
    await goTo(page, text(700).indexOf('word650'));
    await insertPicture(page, button(page, 'Insert at position 1'));
    await expect(toasts(page)).toContainText('Image Inserted!');
    const now = await contentText(page);
    expect(await cursor(page)).toBe(now.indexOf('word650'));
  });
});
