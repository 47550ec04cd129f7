import { readFile } from 'node:fs/promises';
import { holdCalls } from '../support/calls.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import {
  BOAT,
  button,
  content,
  contentText,
  cursor,
  expectContent,
  fillContent,
  goTo,
  SQUARES,
} from './editor-steps.ts';

// Pictures that are pasted or dropped into the text, or chosen for it.

/** Pastes or drops files into the text, as the browser reports it. */
async function give(page: Page, how: 'paste' | 'drop', files: { name: string; type: string; from?: string }[]) {
  const given = await Promise.all(
    files.map(async ({ name, type, from }) => ({
      name,
      type,
      bytes: from ? [...(await readFile(from))] : [110, 111],
    })),
  );
  await content(page).evaluate(
    (area, { kind, all }) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of all) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const shared = { bubbles: true, cancelable: true };
      const box = area.getBoundingClientRect();
      area.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: data })
          : new DragEvent('drop', { ...shared, dataTransfer: data, clientX: box.x + 30, clientY: box.y + 20 }),
      );
    },
    { kind: how, all: given },
  );
}

test('a pasted picture goes into the text as it is when the upload is done', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await fillContent(page, 'First sentence. Second sentence.\n\nLast.');
  const held = await holdCalls(page, /\/api\/upload\/image/);
  await goTo(page, 3);
  await give(page, 'paste', [{ name: 'pasted.jpg', type: 'image/jpeg', from: BOAT }]);
  await expect(page.getByRole('progressbar', { name: 'Uploading pasted.jpg' })).toBeVisible();
  await expectContent(page, 'First sentence. Second sentence.\n\nLast.');
  await goTo(page, 0);
  await page.keyboard.type('The very ');
  held.release();
  await expect(toasts(page)).toContainText('Image Inserted!');
  await expectContent(
    page,
    /^The very First sentence\.\n\n!\[[^\]]*\]\(\/uploads\/\S+\)\n\nSecond sentence\.\n\nLast\.$/,
  );
  expect(await cursor(page)).toBe('The very '.length);
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  // The question what the picture shows stands beside the text, which can be typed on; no guess is written in the
  // meantime.
  const question = page.getByRole('list', { name: 'Pictures without words' }).getByRole('group');
  await page.keyboard.type('last ');
  await expectContent(page, /^The very last First sentence\.\n\n!\[\]\(\/uploads\/\S+\)/);
  await question.getByLabel('What does this picture show?').fill('A folded boat');
  await page.keyboard.press('Enter');
  await expectContent(page, /^The very last First sentence\.\n\n!\[A folded boat\]\(\/uploads\//);
  await expect(question).toHaveCount(0);
  await expect(content(page)).toBeFocused();
  expect(await cursor(page)).toBe('The very last '.length);

  // The slash menu asks for files, which go where the menu was opened.
  await fillContent(page, 'Words.\n\n');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.type('/pic');
  await expect(page.getByRole('option', { name: 'Picture' })).toBeVisible();
  // Enter is accepted right after a letter.
  await page.keyboard.type('t');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(SQUARES);
  await expectContent(page, /^Words\.\n\n!\[\]\(\/uploads\/\S+\)\s*$/);
  await expect(content(page)).toBeFocused();
  await question.getByRole('button', { name: 'It only decorates' }).click();
  await expect(question).toHaveCount(0);
  await expectContent(page, /^Words\.\n\n!\[\]\(\/uploads\/\S+\)\s*$/);
});

test('a stored picture is chosen for the place of the cursor, by the menu at a slash and by a button', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  const stored = async (name: string, from: string, alt: string) => {
    // Bytes after the end of a picture are not part of it, and make the file different from those of other tests.
    const buffer = Buffer.concat([await readFile(from), Buffer.from(name)]);
    const image = { name, mimeType: 'image/jpeg', buffer };
    const answer = await page.request.post('/api/upload/image', { multipart: { image } });
    const { filename } = (await answer.json()) as { filename: string };
    expect((await page.request.put(`/api/images/${filename}`, { data: { title: name, alt } })).status()).toBe(200);
  };
  await stored('chosen-boat.jpg', BOAT, 'A folded boat');
  await stored('chosen-squares.jpg', SQUARES, '');
  const window = page.getByRole('dialog', { name: 'Choose a picture' });
  const choose = async (name: string) => {
    await window.getByLabel('Search pictures').fill(name);
    await window.getByRole('button', { name }).click();
    await expect(window).toHaveCount(0);
    await expect(content(page)).toBeFocused();
  };

  await fillContent(page, 'First.\n\nLast.');
  await goTo(page, 'First.\n'.length);
  // The entry that is wanted most comes first, not the first one of the alphabet.
  await page.keyboard.type('/');
  const menu = page.getByRole('listbox', { name: 'Completions' });
  await expect(menu.getByRole('option').first()).toHaveText('Picture');
  await page.keyboard.type('gallery');
  await expect(page.getByRole('option', { name: 'From the Media Library' })).toBeVisible();
  await page.keyboard.press('Enter');
  await choose('chosen-boat.jpg');
  await expectContent(page, /^First\.\n\n!\[A folded boat\]\(\/uploads\/\S+\)\n\nLast\.$/);

  // A picture without a description goes in as it is, and the question about it appears under the text.
  await goTo(page, (await contentText(page)).length);
  await button(page, 'Picture').click();
  await choose('chosen-squares.jpg');
  await expectContent(page, /Last\.\n\n!\[\]\(\/uploads\/\S+\)\s*$/);
  await expect(page.getByRole('list', { name: 'Pictures without words' }).getByRole('group')).toHaveCount(1);
});

test('dropped pictures are taken, several at once, each once', { tag: '@long' }, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await fillContent(page, 'First sentence.');
  await give(page, 'drop', [
    { name: 'boat.jpg', type: 'image/jpeg', from: BOAT },
    { name: 'squares.jpg', type: 'image/jpeg', from: SQUARES },
  ]);
  await expect.poll(async () => (await contentText(page)).match(/!\[/g)?.length).toBe(2);
  const before = await contentText(page);
  expect(before).toMatch(/^First sentence\.\n\n!\[/);
});

test('a picture that does not come', { tag: '@long' }, async ({ page, openAdmin, faults }) => {
  await test.step('an upload into the text can be cancelled', async () => {
    faults.allow(/ERR_FAILED|Failed to load/);
    await openAdmin('/admin#new');
    await fillContent(page, 'Words.');
    await page.route('**/api/upload/image', () => undefined);
    await give(page, 'paste', [{ name: 'slow.jpg', type: 'image/jpeg', from: BOAT }]);
    await button(page, 'Cancel upload').click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectContent(page, 'Words.');
    await expect(toasts(page)).toHaveCount(0);
    await page.unroute('**/api/upload/image');
  });

  await test.step('what cannot be used says why, and the text stays as it is', async () => {
    faults.allow(/status of 4\d\d/);
    await fillContent(page, 'Words.');
    await give(page, 'drop', [{ name: 'notes.txt', type: 'text/plain' }]);
    await expect(page.getByText('"notes.txt" is not a picture.')).toBeVisible();
    await button(page, 'Dismiss').click();
    await give(page, 'paste', [{ name: 'fake.png', type: 'image/png' }]);
    await expect(page.getByText(/PNG, JPEG, GIF, WebP and AVIF/)).toBeVisible();
    // Trying again does not help: the reason is all that is said.
    await expect(toasts(page)).toHaveCount(0);
    await button(page, 'Try again').click();
    await expect(page.getByText(/PNG, JPEG, GIF, WebP and AVIF/)).toBeVisible();
    await expectContent(page, 'Words.');
  });
});
