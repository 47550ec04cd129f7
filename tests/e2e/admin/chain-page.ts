import type { Page } from 'playwright';

// The elements of the Chained Prompts tab, for tests of any runner.

/** Opens the tab in a signed-in browser and waits until the run is loaded. */
export async function openChain(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await page.locator('button:enabled', { hasText: 'Past Runs' }).waitFor();
}

export const step = (page: Page, number: number) =>
  page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .nth(number - 1);
export const promptOf = (page: Page, number: number) =>
  page.getByRole('button', { name: `Template of step ${number}`, exact: true });
export const promptEditor = (page: Page) => page.getByPlaceholder('Enter your custom prompt...');
export const output = (page: Page, number: number) => page.getByRole('region', { name: `Output of step ${number}` });
export const market = (page: Page) => page.getByLabel('Target Market');
export const runAll = (page: Page) => page.getByRole('button', { name: 'Run All Steps' });
export const stop = (page: Page) => page.getByRole('button', { name: 'Stop Auto-Run' });
export const runStep = (page: Page, number: number) =>
  step(page, number)
    .getByRole('button', { name: /^Run step \d$/ })
    .click();
export const drafts = (page: Page) => page.getByRole('region', { name: /^Generated blog drafts/ }).getByRole('article');
export const noAutoPublish = (page: Page) =>
  page.getByRole('switch', { name: 'Publish automatically when all steps finish' }).setChecked(false);
