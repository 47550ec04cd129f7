import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { test as base, expect } from '../site-test.ts';
import { shortenPauses } from '../support/short-pauses.ts';
import { startTenSteps, type TenStepSite } from '../tenth-step/start-ten-steps.ts';
import { TEN_STEPS } from '../tenth-step/ten-steps.ts';
import {
  drafts,
  market,
  noAutoPublish,
  openChain,
  output,
  promptEditor,
  promptOf,
  runAll,
  step,
} from './chain-page.ts';

// One more step is an entry in the list, its prompt and the stand-in's answer: everything that counts steps follows the
// list.

const test = base.extend<object, { ten: TenStepSite }>({
  ten: [
    async ({ browser: _ }, use) => {
      const ten = await startTenSteps();
      await use(ten);
      await ten.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  site: async ({ ten }, use) => use(ten),
});

test('a step put between the fifth and the sixth has its row, is run in its turn and feeds on', {
  tag: '@long',
}, async ({ page, context, ten }) => {
  const [name = '', value = ''] = ten.cookie.split('=');
  await context.addCookies([{ name, value, url: ten.url, httpOnly: true, sameSite: 'Lax' }]);
  await shortenPauses(context);
  await openChain(page);
  for (const [index, { title }] of TEN_STEPS.entries()) {
    await expect(page.getByLabel(`Name of step ${index + 1}`, { exact: true })).toHaveValue(title);
  }
  await expect(page.getByText('0 of 9 steps')).toBeVisible();

  await promptOf(page, 7).click();
  await promptEditor(page).fill('Give the keywords of {{finalTitles}} that survive {{factCheck}}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(promptEditor(page)).toHaveCount(0);
  const stored = await ten.client.call(listPromptTemplates);
  const own = stored.filter(({ isDefault }) => !isDefault);
  expect(own.map((template) => [template.stepNumber, template.step])).toEqual([[7, 'keywords']]);

  await noAutoPublish(page);
  await market(page).fill('Women of forty who sit all day');
  await runAll(page).click();
  await expect(page.getByRole('form', { name: 'Create New Post' })).toBeVisible({ timeout: 40_000 });
  const { entries } = ten.stub.log;
  expect(entries.map((entry) => entry.step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(entries[5]?.prompt).toContain('a patient checker of facts');
  expect(entries[6]?.prompt).toContain('Nothing in it can be proved wrong.');

  await openChain(page);
  await expect(page.getByText('9 of 9 steps')).toBeVisible();
  for (let number = 1; number <= 10; number += 1) {
    await expect(step(page, number).getByText('Completed', { exact: true })).toBeVisible();
  }
  await step(page, 6).getByRole('button', { name: 'Output of step 6' }).click();
  await expect(output(page, 6)).toContainText('Nothing in it can be proved wrong.');
  await expect(drafts(page)).toHaveCount(4);
  await expect(drafts(page).filter({ hasText: 'Refined' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Parse Step 9' }).click();
  await expect(page.getByText('Blog Posts Parsed!').first()).toBeVisible();
  await expect(drafts(page)).toHaveCount(4);
});
