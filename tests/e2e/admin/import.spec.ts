import { readFile } from 'node:fs/promises';
import { makeGhostExport } from '#tests/exports/ghost-export-file.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { expect, type Page, test } from './admin-test.ts';

/**
 * Only a few: the import's own process has the lowest priority, and everything that the other tests compute goes first.
 */
const POSTS = 3;

/** Drops files on the box, as from a file manager. */
async function drop(page: Page, files: Record<string, string>): Promise<void> {
  const data = await page.evaluateHandle((named) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(named)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.getByLabel('File to import').dispatchEvent('drop', { dataTransfer: data });
}

test('a file is dropped, looked through, imported with its receipt, and undone, on a phone too', async ({
  page,
  openAdmin,
}) => {
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('region', { name: 'Import', exact: true }).getByRole('link', { name: 'Open Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  const { json } = makeGhostExport(POSTS);
  await drop(page, { 'old.ghost.json': json, 'images.zip': 'pictures' });
  const alert = page.getByRole('alert').filter({ hasText: 'One file at a time' });
  await expect(alert).toHaveText('One file at a time: put the export and its pictures into one zip');
  await drop(page, { 'old.ghost.json': json });
  const view = page.getByRole('article', { name: 'old.ghost.json' });
  await expect(view.getByRole('heading', { name: 'What you decide' })).toBeVisible({ timeout: 120_000 });
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  const first = view.getByRole('row').nth(1);
  await first.getByRole('combobox').selectOption({ index: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await view.getByRole('button', { name: new RegExp(`^Import ${POSTS} posts`) }).press('Enter');
  await expect(view.getByText(/are accounted for and every old address answers/)).toBeVisible({ timeout: 120_000 });
  await page.reload();
  await expect(view.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(alert).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    view.getByRole('button', { name: 'To read' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^import-\d+-receipt\.md$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('items, every one accounted for');
  await view.getByRole('combobox', { name: 'Which items' }).selectOption('left-out');
  await expect(view.getByRole('listitem').getByText('Left out').first()).toBeVisible();
  await view.getByRole('button', { name: /^Old addresses/ }).press('Enter');
  await expect(view.getByRole('listitem').getByText('Leads on').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  await longStep('it is undone', async () => {
    await view.getByRole('button', { name: 'Undo import' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).press('Enter');
    await expect(view.getByText(new RegExp(`^Taken back: ${POSTS} posts`))).toBeVisible({ timeout: 120_000 });
  });
});
