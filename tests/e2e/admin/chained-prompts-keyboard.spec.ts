import { toasts } from '../support/toast.ts';
import { drafts, expect, market, runStep, step, test } from './chain-steps.ts';

// The Chained Prompts tab without a mouse: where the focus goes when the control that had it is gone.

test('without a mouse', { tag: '@long' }, async ({ page, openTab }) => {
  await test.step('a placeholder goes where the cursor is, and writing goes on behind it', async () => {
    await openTab();
    await step(page, 2).getByRole('button', { name: 'Template of step 2', exact: true }).press('Enter');
    const editor = page.getByRole('textbox', { name: 'Prompt of step 2' });
    await editor.fill('For .');
    await editor.press('ArrowLeft');
    await step(page, 2).getByRole('button', { name: 'target market' }).press('Enter');
    await expect(editor).toBeFocused();
    await page.keyboard.type(' and ');
    await step(page, 2).getByRole('button', { name: 'buyer avatar (step 1)' }).press('Enter');
    await expect(editor).toHaveValue('For {{targetMarket}} and {{buyerAvatar}}.');
  });

  await test.step('deleting a draft leaves the focus at the list', async () => {
    await market(page).fill('Teachers');
    await runStep(page, 8);
    await expect(toasts(page)).toContainText('Step 8 Complete!');
    await drafts(page).first().getByRole('button', { name: 'Delete' }).press('Enter');
    const question = page.getByRole('alertdialog');
    // The question takes the focus a moment after it is shown: an earlier key would be lost.
    await expect(question.locator(':focus')).toHaveCount(1);
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(drafts(page)).toHaveCount(2);
    await expect(page.getByRole('heading', { name: /^Generated blog drafts/ })).toBeFocused();
  });
});

for (const opener of ['Past Runs', 'Test AI limits']) {
  test(`${opener}: the focus goes in, and back by Escape`, { tag: '@long' }, async ({ page, openTab }) => {
    await openTab();
    const button = page.getByRole('button', { name: opener });
    await button.press('Enter');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  });
}
