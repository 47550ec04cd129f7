import { expect, type Page, test } from './admin-test.ts';
import { content, kept, title } from './post-steps.ts';

const MEGABYTE = 1_000_000;
const bidi = (page: Page) => content(page).evaluate((area) => getComputedStyle(area).unicodeBidi);
/** Length, first and last letters: the text itself is too long to be compared in a report. */
const ends = (page: Page) =>
  content(page).evaluate((area) => {
    const { value } = area as HTMLTextAreaElement;
    return [value.length, value.slice(0, 3), value.slice(-3)];
  });

test('a draft of a megabyte in one line is kept, opens again, and is typed in at both of its ends', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  await expect.poll(() => bidi(page)).toBe('plaintext');
  await title(page).fill('One long line');
  await content(page).fill('x'.repeat(MEGABYTE));
  await kept(page);
  await page.reload();
  await expect(title(page)).toHaveValue('One long line');
  expect(await ends(page)).toEqual([MEGABYTE, 'xxx', 'xxx']);
  // Where each paragraph had a writing direction of its own, every key cost seconds here.
  expect(await bidi(page)).toBe('isolate');
  await content(page).press('Control+End');
  await page.keyboard.type(' end');
  await content(page).press('Control+Home');
  await page.keyboard.type('At ');
  expect(await ends(page)).toEqual([MEGABYTE + 7, 'At ', 'end']);
  await content(page).fill('Short again.');
  expect(await bidi(page)).toBe('plaintext');
});

test('a draft too large to be sent says so while it is, and is sent when it is smaller', async ({
  page,
  openAdmin,
}) => {
  await openAdmin('/admin#new');
  const notice = page.getByText('Too large to be sent', { exact: true });
  await title(page).fill('Huge');
  await content(page).fill('Rye is a grain, and bread takes time. '.repeat(115_000));
  await expect(notice).toBeVisible();
  await expect(page.getByText(/is kept on this computer only/)).toBeVisible();
  await content(page).fill('Small again.');
  await expect(notice).toHaveCount(0);
  await expect(page.getByText(/kept on this computer \d\d:\d\d and on the server/)).toBeVisible();
});
