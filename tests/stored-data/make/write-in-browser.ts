import type { BrowserContext, Page } from 'playwright';
import type { AiStub } from '#tests/ai-stub/stub-server.ts';
import {
  drafts,
  market,
  noAutoPublish,
  openChain,
  output,
  promptEditor,
  promptOf,
  runAll,
  runStep,
  step,
  stop,
} from '#tests/e2e/admin/chain-page.ts';
import { content, fillContent } from '#tests/e2e/support/content-field.ts';

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const isKept = (page: Page) => page.getByText(/(kept on this computer|synced) \d\d:\d\d/).waitFor();
/** Longer than typed text waits before it is saved, and than saved text waits before it is sent. */
const settle = (page: Page) => page.waitForTimeout(2500);

/** Writes in the admin every kind of document that is not a post yet, and at the end some words without a network. */
export async function writeInBrowser(context: BrowserContext, stub: AiStub): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/admin#new');
  await title(page).fill('Never saved');
  await fillContent(page, 'A draft of a new post.\n\nIts second paragraph, with 🫙.');
  await page.getByLabel('Excerpt').fill('What it is about.');
  await isKept(page);
  await settle(page);

  await page.goto('/admin?edit=1');
  await content(page).press('Control+End');
  await page.keyboard.type(' Words of a stored post that were never saved.');
  await isKept(page);
  await settle(page);

  await writeRuns(page, stub);

  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Chained Prompts' }).click();
  await market(page).fill('People without a network');
  await settle(page);
  return page;
}

/** Writes one run of nine steps, one that fails, and one that is stopped in the middle. */
async function writeRuns(page: Page, stub: AiStub): Promise<void> {
  await openChain(page);
  await noAutoPublish(page);
  await market(page).fill('Keepers of jars');
  await page.getByLabel('Product/App Name').fill('Jar Counter');
  await page.getByLabel('Name of step 2').fill('Who they are');
  await page.getByLabel('Name of step 2').press('Enter');
  await savePrompt(page, 3, 'The custom prompt of the third step, for {{targetMarket}}.');
  await savePrompt(page, 7, 'The custom prompt of the seventh step.');
  // A step that was run twice keeps both of its outputs.
  stub.say('The first output of the first step.');
  await runStep(page, 1);
  await isCompleted(page, 1);
  stub.reset();
  stub.setDelay(15);
  await runStep(page, 1);
  await step(page, 1).getByText('Processing...').waitFor();
  await isCompleted(page, 1);
  stub.reset();
  await runAll(page).click();
  await page.getByRole('form', { name: 'Create New Post' }).waitFor({ timeout: 60_000 });
  await settle(page);
  await openChain(page);
  await isCompleted(page, 9);
  await drafts(page).last().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();

  await begin(page, 'Those for whom it fails');
  await runStep(page, 1);
  await isCompleted(page, 1);
  stub.plan('content-filter', { times: 5 });
  await runStep(page, 2);
  await step(page, 2)
    .getByText('Error', { exact: true })
    .or(page.getByText(/refused to write this step/))
    .first()
    .waitFor();
  await settle(page);
  stub.reset();

  await begin(page, 'Those who stop');
  for (const number of [1, 2, 3, 4, 5]) {
    await runStep(page, number);
    await isCompleted(page, number);
  }
  stub.setDelay(60);
  await runStep(page, 6);
  await output(page, 6)
    .getByText(/\w+ \w+ \w+ \w+ \w+/)
    .first()
    .waitFor();
  await stop(page).click();
  await runAll(page).waitFor();
  stub.reset();
  await settle(page);
}

async function begin(page: Page, targetMarket: string): Promise<void> {
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('0 of 8 steps').waitFor();
  await market(page).fill(targetMarket);
}

async function savePrompt(page: Page, number: number, prompt: string): Promise<void> {
  await promptOf(page, number).click();
  await promptEditor(page).fill(prompt);
  await step(page, number).getByRole('button', { name: 'Save', exact: true }).click();
  await promptEditor(page).waitFor({ state: 'hidden' });
}

const isCompleted = (page: Page, number: number) =>
  step(page, number).getByText('Completed', { exact: true }).waitFor({ timeout: 60_000 });
