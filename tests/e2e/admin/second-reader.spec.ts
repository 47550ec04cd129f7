import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { chats, expect, test } from './chain-steps.ts';
import { content, fillContent } from './editor-steps.ts';

// A second reader, from its switch in Settings to its findings in a post. Its costs are tested at its routes.

const TEXT = 'Rain makes tea better. It takes 40 minutes, and nobody knows why.';

test('a post is read when the owner presses for it, found after a reload, and out of date when its words are others', {
  tag: '@long',
}, async ({ page, openAdmin, stub, faults }) => {
  // One answer of the model cannot be used.
  faults.allow(/status of 502/);
  stub.reset();
  const reader = page.getByRole('region', { name: 'Second reader' });
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'A model may read posts before they are published' }).click();
  await page.getByLabel('One post may cost (USD)').fill('1,50');
  expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
  await page.getByRole('button', { name: 'Save AI settings' }).click();
  await expect(page.getByText('AI settings saved', { exact: true })).toBeVisible();

  await page.goto('/admin#new');
  await page.getByLabel('Title', { exact: true }).fill('Tea in the rain');
  await fillContent(page, TEXT);
  await test.step('its price is shown before anything is bought', async () => {
    await reader.getByRole('button', { name: 'Have it read' }).click();
    await expect(
      reader.getByText(/^About \$0\.0\d+, \$0\.0\d+ at the most · \$1\.50 left for this post · gpt-4o$/),
    ).toBeVisible();
    expect(chats(stub)).toEqual([]);
  });
  await test.step('what it found leads to its place, and is there after a reload, bought once', async () => {
    await reader.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(reader.getByRole('listitem')).toHaveCount(4);
    await reader.getByRole('button', { name: /It takes 40 minutes/ }).click();
    await expect(content(page)).toBeFocused();
    await expect
      .poll(() => page.evaluate(() => String(getSelection())))
      .toBe('It takes 40 minutes, and nobody knows why.');
    await expect(reader.getByText('These words are not in the post:')).toBeVisible();
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
    await page.reload();
    await expect(reader.getByRole('listitem')).toHaveCount(4);
    expect(chats(stub)).toHaveLength(1);
  });
  await longStep('other words make it out of date; an answer that is none leaves it', async () => {
    await fillContent(page, `${TEXT} And more.`);
    await expect(reader.getByText('Out of date', { exact: true })).toBeVisible();
    stub.plan('web-page');
    await reader.getByRole('button', { name: 'Read again' }).click();
    await reader.getByRole('button', { name: 'Read', exact: true }).click();
    await expect(reader.getByRole('alert')).toContainText('a web page in the place of findings');
    await expect(reader.getByRole('listitem')).toHaveCount(4);
  });
});
