import { fillContent } from '../support/content-field.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { chats, completed, expect, market, promptEditor, promptOf, runStep, step, test } from './chain-steps.ts';

test('a codex is written for a category, told to prompts, kept to by the judge, compared and taken back', {
  tag: '@long',
}, async ({ page, openTab, stub }) => {
  const dialog = page.getByRole('dialog', { name: 'Codex of Fitness' });
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  const codex = page.getByRole('button', { name: 'Codex', exact: true });

  await test.step('it is written by keys, and counts once it is saved', async () => {
    await openTab();
    await page.getByLabel('Category').selectOption('Fitness');
    await page.getByRole('button', { name: 'Write its codex' }).press('Enter');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await dialog.getByLabel('Voice').fill('Second person, dry.');
    await dialog.getByLabel('Forbidden claims').fill('cures back pain');
    await dialog.getByRole('button', { name: 'Add a fact' }).press('Enter');
    await page.keyboard.type('Muscle is lost from 30 on');
    await page.keyboard.press('Tab');
    await page.keyboard.type('nowhere');
    await expect(dialog.getByText('“nowhere” is no address.')).toBeVisible();
    await expect(save).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('/post/muscle');
    await save.press('Enter');
    await expect(dialog.getByText('Version 1 counts, saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(codex).toBeFocused();
  });

  await longStep('what is too long is said, stays as it was typed, and is there after a reload', async () => {
    await codex.click();
    await dialog.getByLabel('Page').fill('x'.repeat(20_001));
    await expect(dialog.getByText('20,001 characters; it can have 20,000 at the most.')).toBeVisible();
    await expect(save).toBeDisabled();
    await expect(dialog.getByText('It cannot be saved: see Page.')).toBeVisible();
    await openTab();
    await codex.click();
    await expect(dialog.getByLabel('Page')).toHaveValue('x'.repeat(20_001));
    await dialog.getByLabel('Page').fill('');
    await page.keyboard.press('Escape');
  });

  await test.step('a prompt that names it is told it', async () => {
    await market(page).fill('Beekeepers');
    await promptOf(page, 1).click();
    await promptEditor(page).fill('Rules: {{codex}}');
    await step(page, 1).getByRole('button', { name: 'Save' }).click();
    await expect(toasts(page)).toContainText('Prompt Saved');
    await runStep(page, 1);
    await completed(page, 1);
    const sent = chats(stub).at(-1)?.prompt;
    expect(sent).toContain('Second person, dry.');
    expect(sent).toContain('Muscle is lost from 30 on (/post/muscle)');
  });

  await test.step('one that says something else marks what was written by it', async () => {
    await codex.click();
    await dialog.getByLabel('Voice').fill('Warm.');
    await save.click();
    await expect(dialog.getByText('Version 2 counts, saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(step(page, 1).getByText('Out of date: the codex says something else since')).toBeVisible();
  });

  await test.step('an earlier version is compared and taken back, from Settings too', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Codex of Fitness' }).click();
    await dialog.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions of the codex of Fitness' });
    await versions.getByRole('button', { name: 'Words that differ' }).click();
    await expect(versions.getByRole('region', { name: 'Voice' })).toContainText('Second person, dry');
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await expect(versions).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Versions' })).toBeFocused();
    await expect(dialog.getByLabel('Voice')).toHaveValue('Second person, dry.');
    await expect(dialog.getByText('Version 3 counts, saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Chained Prompts' }).click();
    await expect(step(page, 1).getByText('Out of date')).toHaveCount(0);
  });

  await test.step('a post of the category is asked about before it makes a forbidden claim', async () => {
    await expect(page.getByText('Synced')).toBeVisible();
    await page.goto('/admin#new');
    await fillContent(page, 'This class Cures back  pain in a week.');
    await page.getByLabel('Category').selectOption('Fitness');
    await expect(page.getByRole('button', { name: 'is a claim that is not to be made' })).toBeVisible();
  });
});

test('inputs are saved by name, and fill the form in again by one choice', { tag: '@long' }, async ({
  page,
  openTab,
}) => {
  await openTab();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const sets = page.getByRole('combobox', { name: 'Saved inputs' });
  await page.getByLabel('Category').selectOption('Travel');
  await market(page).fill('People who go by train');
  await page.getByRole('button', { name: 'Save these inputs as…' }).press('Enter');
  await name.fill('Rail');
  await name.press('Enter');
  await expect(sets.locator('option:checked')).toHaveText('Rail');
  await page.getByLabel('Category').selectOption('Health');
  await market(page).fill('Nurses');
  await expect(sets.locator('option:checked')).toHaveText('Choose…');
  await openTab();
  await sets.selectOption('Rail');
  await expect(market(page)).toHaveValue('People who go by train');
  await expect(page.getByLabel('Category').locator('option:checked')).toHaveText('Travel');

  await page.getByRole('button', { name: 'Rename or delete saved inputs' }).click();
  await page.getByRole('button', { name: 'Rename Rail' }).press('Enter');
  await page.getByLabel('New name of Rail').fill('Slow trains');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Slow trains' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No saved inputs')).toBeVisible();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sets).toBeDisabled();
  await expect(market(page)).toHaveValue('People who go by train');
});
