import { updateAiChoices } from '#shared/contract/ai-providers.ts';
import type { Page } from './admin-test.ts';
import { chats, complete, expect, market, noAutoPublish, runAll, test } from './chain-steps.ts';

/** Sets the limit of the month in dollars; null means no limit. The tests after this one share its server. */
async function setLimit(page: Page, monthlyLimitUsd: number | null): Promise<void> {
  const data = { text: null, picture: null, steps: [], monthlyLimitUsd };
  const set = await page.request.fetch(updateAiChoices.path, { method: updateAiChoices.method, data });
  expect(set.ok(), await set.text()).toBe(true);
}

test.afterEach(({ page }) => setLimit(page, null));

test('what was bought is seen in Costs, and what would pass the limit asks first', { tag: '@long' }, async ({
  page,
  openTab,
  stub,
}) => {
  await openTab();
  await noAutoPublish(page);
  await market(page).fill('Beekeepers');
  await complete(page, 1);
  const bought = chats(stub).length;

  await test.step('Costs is opened with the keyboard', async () => {
    await page.getByRole('button', { name: 'Costs', exact: true }).press('Enter');
    const costs = page.getByRole('dialog', { name: 'Costs of 30 days' });
    await expect(costs).toContainText(/\$\d.* in \d+ calls?/);
    await expect(costs.getByText('By step')).toBeVisible();
    await costs.getByRole('button', { name: 'Tokens' }).press('Enter');
    await expect(costs.getByRole('button', { name: 'Tokens' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(costs).toHaveCount(0);
  });
  await test.step('a run that would pass the limit asks, and going back buys nothing', async () => {
    // This is less than one step costs.
    await setLimit(page, 0.000_01);
    await openTab();
    await runAll(page).click();
    const question = page.getByRole('alertdialog', { name: /^This would pass the limit of this month/ });
    await expect(question).toContainText(/It costs about \$.* is left/);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(runAll(page)).toBeEnabled();
    expect(chats(stub)).toHaveLength(bought);
  });
});
