import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, SEED_PICTURES } from '#server/paths.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { holdCalls } from '../support/calls.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { toasts } from '../support/toast.ts';
import { DESKTOP, PHONE } from '../test.ts';
import { expect, type Page, test } from './admin-test.ts';

const picture = (name: string) => path.join(projectRoot(), SEED_PICTURES, name);
const BOAT = picture('paper-boat.jpg');
const SQUARES = picture('nine-squares.jpg');
const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'In-content images' });
const position = (page: Page, number: number) =>
  panel(page)
    .getByRole('list', { name: 'Positions' })
    .getByRole('listitem')
    .nth(number - 1);
const pictures = (page: Page) => panel(page).getByRole('list', { name: 'Pictures of this post' }).getByRole('group');

/** So many words, ten a sentence, five sentences a paragraph; each says its number. */
function text(words: number): string {
  let written = '';
  for (let word = 1; word <= words; word += 1) {
    written += `word${word}`;
    if (word % 10 !== 0) written += ' ';
    else written += word % 50 === 0 ? '.\n\n' : '. ';
  }
  return written.trim();
}

async function showImages(page: Page): Promise<void> {
  await button(page, 'In-content images').click();
  await expect(panel(page)).toBeVisible();
}

async function upload(page: Page, file: string): Promise<void> {
  const before = await pictures(page).count();
  await panel(page).getByLabel('In-content image file').setInputFiles(file);
  await expect(pictures(page)).toHaveCount(before + 1);
}

/** Puts the cursor at an offset of the text. */
async function goTo(page: Page, start: number, end = start): Promise<void> {
  await content(page).focus();
  await content(page).evaluate(
    (area, place) => (area as HTMLTextAreaElement).setSelectionRange(place.start, place.end),
    { start, end },
  );
}

const cursor = (page: Page) => content(page).evaluate((area) => (area as HTMLTextAreaElement).selectionStart);

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

test('the text has twelve rows, a live word count and the number of suggested image spots', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  await expect(content(page)).toHaveAttribute('rows', '12');
  await expect(page.getByText('0 words · 0 suggested image spots')).toBeVisible();
  await content(page).pressSequentially('One ');
  await expect(page.getByText('1 word · 0 suggested image spots')).toBeVisible();
  await content(page).fill(text(300));
  await expect(page.getByText('300 words · 1 suggested image spot', { exact: true })).toBeVisible();
  await content(page).fill(text(1650));
  await expect(page.getByText('1,650 words · 5 suggested image spots')).toBeVisible();
});

test('words are those a reader sees: no addresses, no marks', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill(
    '## Two words\n\n[a link](https://example.com/a/b) ![not seen](https://pictures.example/x.jpg "nor this")',
  );
  await expect(page.getByText('4 words · 0 suggested image spots')).toBeVisible();
});

test('the preview shows the text as readers will see it, while it is typed', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await expect(preview(page)).toContainText('The post is shown here as readers will see it.');
  await content(page).pressSequentially('# Rest well\n\n- one\n- two');
  await expect(preview(page).getByRole('heading', { name: 'Rest well', level: 2 })).toBeVisible();
  await expect(preview(page).getByRole('listitem')).toHaveText(['one', 'two']);
  await content(page).fill('Gone.');
  await expect(preview(page).getByRole('heading')).toHaveCount(0);
  await expect(preview(page)).toContainText('Gone.');
});

test('what stays the same in the preview is not drawn anew', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('First.\n\nSecond.\n\nThird.');
  const third = preview(page).getByText('Third.');
  await third.evaluate((element) => element.setAttribute('data-kept', ''));
  await content(page).fill('First.\n\nAnother.\n\nThird.');
  await expect(preview(page)).toContainText('Another.');
  await expect(third).toHaveCount(1);
});

test('the preview says why there is none', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('> '.repeat(500));
  await expect(preview(page)).toContainText('This text is too large or too deeply nested to be rendered.');
  await content(page).fill('Plain again.');
  await expect(preview(page)).toContainText('Plain again.');
  await expect(preview(page)).not.toContainText('too deeply nested');
});

test('links in the preview open outside, and leave the form alone', async ({ page, openAdmin, context }) => {
  await openAdmin('/admin#new');
  await content(page).fill('[Elsewhere](https://elsewhere.example/page) and [here](/post/live-one)');
  const opened = context.waitForEvent('page');
  await preview(page).getByRole('link', { name: 'Elsewhere' }).click();
  await (await opened).close();
  const own = context.waitForEvent('page');
  await preview(page).getByRole('link', { name: 'here', exact: true }).press('Enter');
  const post = await own;
  expect(new URL(post.url()).pathname).toBe('/post/live-one');
  await expect(content(page)).toHaveValue(/^\[Elsewhere\]/);
});

test('the preview can be put away, and that is remembered', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await expect(button(page, 'Preview')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Preview').click();
  await expect(preview(page)).toHaveCount(0);
  await page.reload();
  await expect(content(page)).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  await button(page, 'Preview').click();
  await expect(preview(page)).toBeVisible();
});

test('beside the text where there is room, below it and only when asked for where there is none', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  const [left, right] = [await content(page).boundingBox(), await preview(page).boundingBox()];
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(content(page)).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  await button(page, 'Preview').click();
  const [above, below] = [await content(page).boundingBox(), await preview(page).boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test('the preview scrolls along with the text', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill(text(1000));
  await content(page).evaluate((area) => area.scrollTo(0, area.scrollHeight));
  await expect(preview(page).getByText('word1000')).toBeInViewport();
  await content(page).evaluate((area) => area.scrollTo(0, 0));
  await expect(preview(page).getByText(/^word1 word2/)).toBeInViewport();
});

test('Add Hyperlinks needs link text and URL', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await button(page, 'Add Hyperlinks').click();
  await expect(page.getByLabel('Link Text')).toBeFocused();
  await button(page, 'Add Link').click();
  await expect(toasts(page)).toContainText('Please fill in both link text and URL.');
  await page.getByLabel('Link Text').fill('Paper');
  await button(page, 'Add Link').click();
  await expect(toasts(page)).toContainText('Please fill in both link text and URL.');
  await expect(content(page)).toHaveValue('');
});

test('a link goes where the cursor is, and writing goes on behind it', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('Read about  today.');
  await goTo(page, 11);
  await button(page, 'Add Hyperlinks').click();
  await page.getByLabel('Link Text').fill('paper');
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/paper');
  await button(page, 'Add Link').click();
  await expect(toasts(page)).toContainText('Link Added!');
  await expect(content(page)).toHaveValue('Read about [paper](https://example.com/paper) today.');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(content(page)).toHaveValue('Read about [paper](https://example.com/paper)! today.');
});

test('Ctrl+K makes a link of what is selected; Escape goes back to the text', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('Read about paper today.');
  await goTo(page, 11, 17);
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Link Text')).toHaveValue('paper');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Link Text')).toHaveCount(0);
  await expect(content(page)).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('URL', { exact: true })).toBeFocused();
  await page.keyboard.type('/post/live-one');
  await page.keyboard.press('Enter');
  await expect(content(page)).toHaveValue('Read about [paper](/post/live-one) today.');
  expect(await cursor(page)).toBe('Read about [paper](/post/live-one)'.length);
});

test('five positions, each with fifty words on either side', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill(text(700));
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

test('a picture is uploaded, described, inserted, replaced and removed', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill(text(700));
  await showImages(page);
  await upload(page, BOAT);
  const boat = pictures(page).first();
  await expect(boat).toContainText('Not in your content yet');
  await boat.getByLabel('Link URL').fill('https://example.com/boat');
  await boat.getByLabel('Caption').fill('A folded boat');
  await button(page, 'Insert at position 2').click();
  await expect(toasts(page)).toContainText('Image Inserted!');
  await expect(content(page)).toHaveValue(
    /word600\.\n\n\[!\[[^\]]*\]\(\/uploads\/\S+ "A folded boat"\)\]\(https:\/\/example\.com\/boat\)\n\nword601 /,
  );
  await expect(boat).toContainText('Already in your content: position 2');
  await expect(preview(page).getByRole('img')).toHaveCount(1);

  await boat.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(toasts(page)).toContainText('This image is already in your content');

  await upload(page, SQUARES);
  await button(page, 'Replace at position 2').click();
  await expect(toasts(page)).toContainText('Image Replaced');
  await expect(content(page)).not.toHaveValue(/folded boat/);

  await button(page, 'Remove the image at position 2').click();
  await expect(toasts(page)).toContainText('Image Removed');
  await expect(content(page)).toHaveValue(text(700));
  await button(page, 'Remove the image at position 2').click();
  await expect(toasts(page)).toContainText('No Image Found at position 2. Found 0 total images.');
});

test('Insert takes the first free position, Remove takes the picture out and off the list', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  await content(page).fill(text(700));
  await showImages(page);
  await upload(page, BOAT);
  await pictures(page).first().getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(pictures(page).first()).toContainText('Already in your content: position 1');
  await pictures(page).first().getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toasts(page)).toContainText('Image Removed');
  await expect(pictures(page)).toHaveCount(0);
  await expect(content(page)).toHaveValue(text(700));
});

test('caption and link of a picture in the text are changed in the text', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('Words.\n\n![A boat](https://pictures.example/boat.jpg)\n\nMore words.');
  await showImages(page);
  const boat = panel(page).getByRole('group', { name: 'A boat' });
  await boat.getByLabel('Caption').fill('On the river');
  await boat.getByLabel('Link URL').fill('/about');
  await boat.getByLabel('Link URL').press('Enter');
  await expect(content(page)).toHaveValue(
    'Words.\n\n[![A boat](https://pictures.example/boat.jpg "On the river")](/about)\n\nMore words.',
  );
  await boat.getByRole('button', { name: 'Use as Featured' }).click();
  await expect(boat.getByRole('button', { name: 'Use as Featured' })).toHaveAttribute('aria-pressed', 'true');
});

test('the preview asks another site for a picture when the owner asks for it, and shows it from then on', async ({
  page,
  openAdmin,
  outside,
}) => {
  await openAdmin('/admin#new');
  await content(page).fill('Words.\n\n![A boat](https://pictures.example/boat.jpg)\n\nMore words.');
  const ask = preview(page).getByRole('button', { name: 'Show the picture of pictures.example: A boat' });
  await expect(ask).toBeVisible();
  expect(outside.asked).toEqual([]);
  await ask.click();
  await expect(preview(page).getByRole('img', { name: 'A boat' })).toHaveCount(1);
  await expect.poll(() => outside.asked).toEqual(['https://pictures.example/boat.jpg']);
  await content(page).fill('Words.\n\nBefore it. ![A boat](https://pictures.example/boat.jpg)\n\nMore words.');
  await expect(preview(page)).toContainText('Before it.');
  await expect(ask).toHaveCount(0);
});

test('all pictures go at once, and where there is none that is said', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill(
    'One.\n\n![a](https://pictures.example/1.jpg)\n\nTwo.\n\n![b](https://pictures.example/2.jpg)',
  );
  await showImages(page);
  await button(page, 'Remove All Images').click();
  await expect(toasts(page)).toContainText('All Images Removed');
  await expect(content(page)).toHaveValue('One.\n\nTwo.');
  await button(page, 'Remove All Images').click();
  await expect(toasts(page)).toContainText('No Images Found');
});

test('undo and redo go through typing, links and pictures', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  const start = text(320);
  await content(page).fill(start);
  await showImages(page);
  await upload(page, BOAT);
  await button(page, 'Insert at position 1').click();
  await expect(toasts(page)).toContainText('Image Inserted!');
  const pictured = await content(page).inputValue();
  await goTo(page, 0, 5);
  await page.keyboard.press('Control+k');
  await page.getByLabel('URL', { exact: true }).fill('/first');
  await page.keyboard.press('Enter');
  const linked = `[word1](/first)${pictured.slice(5)}`;
  await expect(content(page)).toHaveValue(linked);
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue(pictured);
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue(start);
  await page.keyboard.press('Control+Shift+z');
  await expect(content(page)).toHaveValue(pictured);
  await page.keyboard.press('Control+y');
  await expect(content(page)).toHaveValue(linked);
  expect(await cursor(page)).toBe('[word1](/first)'.length);
});

test('the cursor stays at its words when a picture comes in before it', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill(text(700));
  await showImages(page);
  await upload(page, BOAT);
  await goTo(page, text(700).indexOf('word650'));
  await button(page, 'Insert at position 1').click();
  await expect(toasts(page)).toContainText('Image Inserted!');
  const now = await content(page).inputValue();
  expect(await cursor(page)).toBe(now.indexOf('word650'));
});

test('a pasted picture goes into the text as it is when the upload is done', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('First sentence. Second sentence.\n\nLast.');
  const held = await holdCalls(page, /\/api\/upload\/image/);
  await goTo(page, 3);
  await give(page, 'paste', [{ name: 'pasted.jpg', type: 'image/jpeg', from: BOAT }]);
  await expect(page.getByRole('progressbar', { name: 'Uploading pasted.jpg' })).toBeVisible();
  await expect(content(page)).toHaveValue('First sentence. Second sentence.\n\nLast.');
  await goTo(page, 0);
  await page.keyboard.type('The very ');
  held.release();
  await expect(toasts(page)).toContainText('Image Inserted!');
  await expect(content(page)).toHaveValue(
    /^The very First sentence\.\n\n!\[[^\]]*\]\(\/uploads\/\S+\)\n\nSecond sentence\.\n\nLast\.$/,
  );
  expect(await cursor(page)).toBe('The very '.length);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('dropped pictures are taken, several at once, each once', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('First sentence.');
  await give(page, 'drop', [
    { name: 'boat.jpg', type: 'image/jpeg', from: BOAT },
    { name: 'squares.jpg', type: 'image/jpeg', from: SQUARES },
  ]);
  await expect.poll(async () => (await content(page).inputValue()).match(/!\[/g)?.length).toBe(2);
  const before = await content(page).inputValue();
  expect(before).toMatch(/^First sentence\.\n\n!\[/);
});

test('an upload into the text can be cancelled', async ({ page, openAdmin, faults }) => {
  faults.allow(/ERR_FAILED|Failed to load/);
  await openAdmin('/admin#new');
  await content(page).fill('Words.');
  await page.route('**/api/upload/image', () => undefined);
  await give(page, 'paste', [{ name: 'slow.jpg', type: 'image/jpeg', from: BOAT }]);
  await button(page, 'Cancel upload').click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(content(page)).toHaveValue('Words.');
  await expect(toasts(page)).toHaveCount(0);
});

test('what cannot be used says why, and the text stays as it is', async ({ page, openAdmin, faults }) => {
  faults.allow(/status of 4\d\d/);
  await openAdmin('/admin#new');
  await content(page).fill('Words.');
  await give(page, 'drop', [{ name: 'notes.txt', type: 'text/plain' }]);
  await expect(page.getByText('"notes.txt" is not a picture.')).toBeVisible();
  await button(page, 'Dismiss').click();
  await give(page, 'paste', [{ name: 'fake.png', type: 'image/png' }]);
  await expect(toasts(page)).toContainText('Upload Failed');
  await expect(toasts(page)).toContainText('Failed to upload image. Please try again.');
  await expect(page.getByText(/PNG, JPEG, GIF, WebP and AVIF/)).toBeVisible();
  await button(page, 'Try again').click();
  await expect(page.getByText(/PNG, JPEG, GIF, WebP and AVIF/)).toBeVisible();
  await expect(content(page)).toHaveValue('Words.');
});

test('everything is reached and done by keyboard', async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await content(page).fill('Words.\n\n![A boat](https://pictures.example/boat.jpg)\n\nMore.');
  await button(page, 'Add Hyperlinks').focus();
  await page.keyboard.press('Tab');
  await expect(button(page, 'In-content images')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(content(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(preview(page)).toBeFocused();
  const remove = panel(page)
    .getByRole('group', { name: 'A boat' })
    .getByRole('button', { name: 'Remove', exact: true });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(content(page)).toHaveValue('Words.\n\nMore.');
  await expect(panel(page).getByRole('heading', { name: 'In-content images' })).toBeFocused();
});

for (const theme of ['light', 'dark']) {
  for (const viewport of [PHONE, DESKTOP]) {
    test(`axe finds nothing on the editor with all of it open, ${theme}, at ${viewport.width} px`, async ({
      page,
      openAdmin,
    }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
      await page.addInitScript(() => localStorage.setItem('contentPreview', 'on'));
      await openAdmin('/admin#new');
      await content(page).fill(
        `## A heading\n\n${text(700)}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nconst one = 1;\n\`\`\`\n\n![A boat](https://pictures.example/boat.jpg)`,
      );
      await button(page, 'Add Hyperlinks').click();
      await showImages(page);
      await expect(preview(page)).toContainText('word700');
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sidewaysOverflow(page)).toEqual([]);
    });
  }
}
