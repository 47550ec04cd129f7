import { content, contentText } from '../support/content-field.ts';
import { expect, type Page, test } from './admin-test.ts';
import { kept, title } from './post-steps.ts';

const MEGABYTE = 1_000_000;
/** The characters of one line: what is slow in a long line slows down with the square of its length. */
const LONG = MEGABYTE / 4;
const isOnServer = (page: Page) => expect(page.getByText(/synced \d\d:\d\d/)).toBeVisible();

/** Replaces the whole text as the owner does, through the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await content(page).press('Control+a');
  await page.keyboard.press('Control+v');
}

/** Returns the length, and the first and last letters: the text itself is too long to be compared in a report. */
async function ends(page: Page) {
  const text = await contentText(page);
  return [text.length, text.slice(0, 3), text.slice(-3)];
}
/** Finds the first line, which carries its direction. */
const direction = (page: Page) => content(page).locator('.cm-line').first();

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('a draft of a quarter of a megabyte in one line is pasted, kept, opens again, and is typed in at both of its ends', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await title(page).fill('One long line');
  await expect(direction(page)).toHaveAttribute('dir', 'auto');
  await paste(page, 'x'.repeat(LONG));
  // If the browser had to find out the direction of such a line, it would need many seconds.
  await expect(direction(page)).toHaveAttribute('dir', 'ltr');
  await kept(page);
  await page.reload();
  await expect(title(page)).toHaveValue('One long line');
  await content(page).waitFor();
  expect(await ends(page)).toEqual([LONG, 'xxx', 'xxx']);
  await expect(direction(page)).toHaveAttribute('dir', 'ltr');
  await content(page).press('Control+End');
  await page.keyboard.type('z');
  await content(page).press('Control+Home');
  await page.keyboard.type('A');
  expect(await ends(page)).toEqual([LONG + 2, 'Axx', 'xxz']);
  await paste(page, 'Short again.');
  await expect(direction(page)).toHaveAttribute('dir', 'auto');
});

test('a draft too large to be sent says so while it is, and is sent when it is smaller', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  const notice = page.getByText('Too large to be sent', { exact: true });
  await title(page).fill('Huge');
  await paste(page, 'x'.repeat(4.3 * MEGABYTE));
  await expect(notice).toBeVisible();
  await expect(page.getByText(/is kept on this computer only/)).toBeVisible();
  await paste(page, 'Small again.');
  await expect(notice).toHaveCount(0);
  await isOnServer(page);
});
