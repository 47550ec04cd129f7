import { readFile } from 'node:fs/promises';
import { faultsInPassing } from '../support/accessibility.ts';
import { content, expectContent, fillContent } from '../support/content-field.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';
import { kept, title } from './post-steps.ts';

const TEA = '---\ntitle: "Tea: a start"\ntags: [hot, green]\ncategory: travel\ndraft: true\n---\n\nHot *water*.\n';
const unsaved = (page: Page) => page.getByRole('region', { name: /^Not saved yet/ });

async function choose(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open Markdown File' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) });
}

/** Drops a file on the page, as from a file manager. */
async function drop(page: Page, target: string, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, words]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([words ?? ''], fileName ?? '', { type: 'text/markdown' }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent(target, 'drop', { dataTransfer: data });
}

test('a Markdown file that is opened becomes a draft, which waits in the list until it is saved', {
  tag: '@long',
}, async ({ page, openAdmin }) => {
  await openAdmin();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
  await choose(page, 'tea.md', TEA);
  await expect(title(page)).toHaveValue('Tea: a start');
  await expectContent(page, 'Hot *water*.');
  await expect(page.getByLabel('Category')).toContainText('Travel');
  await expect(page.getByText('green', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Published', { exact: true })).not.toBeChecked();
  await expect(page.getByText(/(kept on this computer|synced) \d\d:\d\d/)).toBeVisible();
  // None of the text was typed earlier, so no notice says that it is back.
  await expect(page.getByText(/are back$/)).toHaveCount(0);

  await page.goto('/admin');
  await expect(unsaved(page).getByText('Tea: a start')).toBeVisible();
  expect(await faultsInPassing(page)).toEqual([]);
  await unsaved(page).getByRole('link', { name: 'Continue with Tea: a start' }).click();
  await expect(title(page)).toHaveValue('Tea: a start');
  await expect(page.getByText(/are back$/)).toHaveCount(0);
  await content(page).press('Control+End');
  await page.keyboard.type(' And cups.');
  await kept(page);
  await page.reload();
  await expect(page.getByText(/are back$/)).toBeVisible();
  await expectContent(page, 'Hot *water*. And cups.');
  await page.goto('/admin');
  await unsaved(page).getByRole('button', { name: 'Discard Tea: a start' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(unsaved(page)).toHaveCount(0);
});

test('several drafts that were never saved are all in reach', { tag: '@long' }, async ({ page, openAdmin }) => {
  await openAdmin();
  for (const name of ['First tea.md', 'Second tea.md']) {
    await choose(page, name, `Words of ${name}`);
    await expect(title(page)).toHaveValue(name.replace('.md', ''));
    await page.goto('/admin');
  }
  await unsaved(page).getByRole('link', { name: 'Continue with First tea' }).click();
  await expectContent(page, 'Words of First tea.md');
});

test('Markdown files that are dropped', { tag: '@long' }, async ({ page, openAdmin }) => {
  await test.step('a Markdown file dropped anywhere is opened; one that cannot be read says why', async () => {
    await openAdmin();
    await drop(page, 'main', 'dropped.md', '# Dropped\n\nHere.');
    await expect(title(page)).toHaveValue('Dropped');
    await page.goto('/admin');
    await drop(page, 'main', 'broken.md', '---\ntitle: "A\n---\n');
    await expect(toasts(page)).toContainText('The file cannot be opened');
    await expect(toasts(page)).toContainText('Line 2');
  });

  await test.step('a text dropped into the text opens beside it, and takes nothing away', async () => {
    await openAdmin('/admin#new');
    await title(page).fill('At work');
    await kept(page);
    await drop(page, 'textarea >> nth=-1', 'other.md', 'Other words.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expectContent(page, 'Other words.');
    await page.goto('/admin');
    await expect(unsaved(page).getByText('At work')).toBeVisible();
  });
});

test('a draft is saved as a Markdown file that opens as the same draft', { tag: '@long' }, async ({
  page,
  openAdmin,
}) => {
  await openAdmin();
  await choose(page, 'tea.md', TEA);
  await fillContent(page, 'Hot *water*, and cups.\n');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as Markdown' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('tea-a-start.md');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('title: "Tea: a start"');
  expect(text).toContain('category: travel');
  expect(text.endsWith('---\n\nHot *water*, and cups.\n\n')).toBe(true);
});
