import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';
import {
  BOAT,
  button,
  content,
  contentText,
  cursor,
  expectContent,
  fillContent,
  goTo,
  insertPicture,
  panel,
  preview,
  showImages,
  showPreview,
  text,
  upload,
} from './editor-steps.ts';

// Typing: words, links, undo, and all of it by keyboard.

test('words and links', async ({ page, openAdmin }) => {
  await test.step('the text has a live word count and the number of suggested image spots', async () => {
    await openAdmin('/admin#new');
    await expect(page.getByText('0 words · 0 suggested image spots')).toBeVisible();
    await content(page).pressSequentially('One ');
    await expect(page.getByText('1 word · 0 suggested image spots')).toBeVisible();
    await fillContent(page, text(300));
    await expect(page.getByText('300 words · 1 suggested image spot', { exact: true })).toBeVisible();
  });

  await test.step('words are those a reader sees: no addresses, no marks', async () => {
    await fillContent(
      page,
      '## Two words\n\n[a link](https://example.com/a/b) ![not seen](https://pictures.example/x.jpg "nor this")',
    );
    await expect(page.getByText('4 words · 0 suggested image spots')).toBeVisible();
  });

  await test.step('a link goes where the cursor is, and writing goes on behind it', async () => {
    await fillContent(page, 'Read about  today.');
    await goTo(page, 11);
    await button(page, 'Add Hyperlinks').click();
    await page.getByLabel('Link Text').fill('paper');
    await page.getByLabel('URL', { exact: true }).fill('https://example.com/paper');
    await button(page, 'Add Link').click();
    await expect(toasts(page)).toContainText('Link Added!');
    await expectContent(page, 'Read about [paper](https://example.com/paper) today.');
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('!');
    await expectContent(page, 'Read about [paper](https://example.com/paper)! today.');
  });

  await longStep('Ctrl+K makes a link of what is selected; Escape goes back to the text', async () => {
    await fillContent(page, 'Read about paper today.');
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
    await expectContent(page, 'Read about [paper](/post/live-one) today.');
    expect(await cursor(page)).toBe('Read about [paper](/post/live-one)'.length);
  });

  await longStep('Add Hyperlinks needs link text and URL', async () => {
    await fillContent(page, '');
    await button(page, 'Add Hyperlinks').click();
    await expect(page.getByLabel('Link Text')).toBeFocused();
    await button(page, 'Add Link').click();
    await expect(toasts(page)).toContainText('Please fill in both link text and URL.');
    await page.getByLabel('Link Text').fill('Paper');
    await button(page, 'Add Link').click();
    await expect(toasts(page)).toContainText('Please fill in both link text and URL.');
    await expectContent(page, '');
  });
});

test('undo and redo go through typing, links and pictures', { tag: '@long' }, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  const start = text(320);
  await fillContent(page, start);
  await showImages(page);
  await upload(page, BOAT);
  await insertPicture(page, button(page, 'Insert at position 1'));
  await expect(toasts(page)).toContainText('Image Inserted!');
  const pictured = await contentText(page);
  await goTo(page, 0, 5);
  await page.keyboard.press('Control+k');
  await page.getByLabel('URL', { exact: true }).fill('/first');
  await page.keyboard.press('Enter');
  const linked = `[word1](/first)${pictured.slice(5)}`;
  await expectContent(page, linked);
  await page.keyboard.press('Control+z');
  await expectContent(page, pictured);
  await page.keyboard.press('Control+z');
  await expectContent(page, start);
  await page.keyboard.press('Control+Shift+z');
  await expectContent(page, pictured);
  await page.keyboard.press('Control+y');
  await expectContent(page, linked);
  expect(await cursor(page)).toBe('[word1](/first)'.length);
});

test('everything is reached and done by keyboard', { tag: '@long' }, async ({ page, openAdmin }) => {
  await openAdmin('/admin#new');
  await showPreview(page);
  await fillContent(page, 'Words.\n\n![A boat](https://pictures.example/boat.jpg)\n\nMore.');
  await button(page, 'Add Hyperlinks').focus();
  await page.keyboard.press('Tab');
  await expect(button(page, 'In-content images')).toBeFocused();
  await page.keyboard.press('Enter');
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab');
  await expect(page.getByLabel('Paragraph style')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Undo')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, 'Redo')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(content(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(preview(page)).toBeFocused();
  const remove = panel(page)
    .getByRole('group', { name: 'A boat' })
    .getByRole('button', { name: 'Remove', exact: true });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expectContent(page, 'Words.\n\nMore.');
  await expect(panel(page).getByRole('heading', { name: 'In-content images' })).toBeFocused();

  await test.step('axe finds nothing on it with all of it open, on a phone too', async () => {
    await fillContent(
      page,
      `## A heading\n\n${text(700)}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nconst one = 1;\n\`\`\`\n\n![A boat](https://pictures.example/boat.jpg)`,
    );
    await button(page, 'Add Hyperlinks').click();
    await expect(preview(page)).toContainText('word700');
    expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  });
});

test('the buttons over the text take two rows, and the text has room: beside the details at 1024 pixels, and on a phone', async ({
  page,
  openAdmin,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openAdmin('/admin#new');
  const details = button(page, 'Details');
  if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  const inSight = async () => {
    const text = await content(page).locator('xpath=ancestor::*[contains(@class, "cm-editor")]').boundingBox();
    const bar = await page.locator('[data-sticky-bar="bottom"]').boundingBox();
    return (bar?.y ?? 0) - (text?.y ?? 0);
  };
  // Six lines of the text are visible, and no row of buttons has become two rows.
  await expect.poll(inSight).toBeGreaterThan(6 * 29);
  expect((await tools.boundingBox())?.height).toBeLessThan(50);
  await expect(button(page, 'Focus mode')).toBeInViewport();
  await page.getByRole('combobox', { name: 'Paragraph style' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(button(page, 'Find and replace')).toBeInViewport();
  expect(await sidewaysOverflow(page)).toEqual([]);

  await page.setViewportSize(PHONE);
  await expect.poll(inSight).toBeGreaterThan(0);
  await button(page, 'Preview').scrollIntoViewIfNeeded();
  await expect(button(page, 'Preview')).toBeInViewport();
  expect(await sidewaysOverflow(page)).toEqual([]);
});
