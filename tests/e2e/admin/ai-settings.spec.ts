import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { PHONE } from '../site-test.ts';
import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';

// AI providers in Settings: added with only a key, tested, chosen, limited, deleted.

test('a provider is added, tested, chosen with a limit, and deleted', async ({ page, openAdmin, faults }) => {
  faults.allow(/status of 400/);
  const stub = await startAiStub();
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'AI', exact: true });
  const dialog = page.getByRole('dialog');

  await test.step('what is wrong with it is said at its field', async () => {
    await section.getByRole('button', { name: 'Add provider' }).click();
    await dialog.getByLabel('Key', { exact: true }).fill('a key of two words');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/^A key is one line/)).toBeVisible();
    await dialog.getByLabel('Provider').selectOption('OpenRouter');
    await dialog.getByLabel('Key', { exact: true }).fill('sk-or-seen-by-nobody');
    await dialog.getByText('Name, address, models and prices').click();
    await dialog.getByLabel('Address').fill('http://169.254.169.254/v1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/a network that nobody may be asked in/)).toBeVisible();
    await dialog.getByLabel('Address').fill(stub.baseUrl);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toasts(page)).toContainText('OpenRouter saved');
    await expect(dialog).toHaveCount(0);
    await expect(section).not.toContainText('sk-or');
  });

  await test.step('its test says in words whether it works', async () => {
    stub.plan('unauthorized');
    await section.getByRole('button', { name: 'Test OpenRouter' }).click();
    await expect(section.getByText('“OpenRouter” refused the key. Enter it again.')).toBeVisible();
    await section.getByRole('button', { name: 'Test OpenRouter' }).click();
    await expect(section.getByText('It works: openrouter/auto answered.')).toBeVisible();
  });

  await test.step('another of its whole catalog is found by its name', async () => {
    // OpenRouter lists some four hundred models; the stand-in has none.
    const names = Array.from({ length: 400 }, (_, index) => `maker-${index % 7}/model-${index}`);
    await page.route('**/api/ai/providers/*/test*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), models: names } });
    });
    await section.getByRole('button', { name: 'Test OpenRouter' }).click();
    const found = section.getByLabel('Another of its 400 models');
    const add = section.getByRole('button', { name: 'Add', exact: true });
    await found.fill('model-39');
    await expect(add).toBeDisabled();
    await found.fill('maker-3/model-395');
    await found.press('Enter');
    await expect(section.getByText('maker-3/model-395 · it tells what it costs')).toBeVisible();
    await expect(section.getByLabel('Another of its 399 models')).toHaveValue('');
    await page.unroute('**/api/ai/providers/*/test*');
  });

  await test.step('a step gets a model of its own, and the month a limit', async () => {
    await section.getByText('Models for single steps').click();
    await section.getByLabel(/^1\. /).selectOption('OpenRouter: openrouter/auto');
    await section.getByLabel('Monthly limit in US dollars').fill('12,50');
    await section.getByRole('button', { name: 'Save AI settings' }).click();
    await expect(toasts(page)).toContainText('AI settings saved');
    await page.reload();
    await expect(section).toContainText('of $12.50 this month');
    await expect(section.getByText('Models for single steps (1)')).toBeVisible();
  });

  await test.step('with the provider its choices go', async () => {
    await section.getByRole('button', { name: 'Delete OpenRouter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toasts(page)).toContainText('Provider deleted');
    await expect(section.getByText('Models for single steps', { exact: true })).toBeVisible();
  });
  await section.getByLabel('Monthly limit in US dollars').fill('');
  await section.getByRole('button', { name: 'Save AI settings' }).click();
  await expect(section).toContainText('without a limit');

  await test.step('on a phone what is said about it leaves the tabs free', async () => {
    await page.setViewportSize(PHONE);
    await section.getByRole('button', { name: 'Save AI settings' }).click();
    const said = toasts(page).first();
    await expect(said).toContainText('AI settings saved');
    await page.evaluate(() => scrollTo(0, 0));
    const tabs = await page.getByRole('tablist').boundingBox();
    await expect
      .poll(async () => (await said.boundingBox())?.y)
      .toBeGreaterThan((tabs?.y ?? 999) + (tabs?.height ?? 0) - 1);
  });
  await stub.close();
});
