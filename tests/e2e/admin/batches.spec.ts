import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { chats, expect, test } from './chain-steps.ts';

// The window of batches; the tests of the routes cover the server's part.

const table = ['topic;category', 'Dancers over 40;Technology', 'Cooks;Kitchen', ';Technology', 'Gardeners;'].join('\n');

test('a batch is begun, rests with its reason and is cancelled; the lines that could not be used stay', {
  tag: '@long',
}, async ({ page, openTab, stub }) => {
  await page.setViewportSize(PHONE);
  await openTab();
  const topics = page.getByRole('textbox', { name: 'Topics' });
  await test.step('a table is read by the names of its columns, and each bad line is named', async () => {
    await page.getByRole('button', { name: 'Batch', exact: true }).press('Enter');
    await expect(page.getByText('No batches yet')).toBeVisible();
    await page.getByRole('button', { name: 'New batch' }).press('Enter');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'topics.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await expect(topics).toHaveValue(table);
    await expect(page.getByRole('list', { name: 'Lines that cannot be used' }).getByRole('listitem')).toHaveText([
      'Line 3: There is no category “Kitchen”.',
      'Line 4: Target Market is empty.',
    ]);
    await expect(page.getByRole('row')).toHaveText([
      /Line/,
      /2Dancers over 40.*Technology/,
      /5Gardeners.*Chosen later/,
    ]);
    expect(await faultsInPassing(page, [PHONE])).toEqual([]);
  });

  await page.getByRole('textbox', { name: 'This batch may cost (USD)' }).fill('7,50');
  await longStep('what was typed is there after a reload', async () => {
    await page.reload();
    await openTab();
    await page.getByRole('button', { name: 'Batch', exact: true }).click();
    await page.getByRole('button', { name: 'New batch' }).click();
    await expect(topics).toHaveValue(table);
    await expect(page.getByRole('textbox', { name: 'This batch may cost (USD)' })).toHaveValue('7,50');
  });

  await test.step('started, it says why it rests', async () => {
    stub.plan('unauthorized');
    await page.getByRole('button', { name: 'Start 2 topics' }).press('Enter');
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await expect(page.getByText(/refused the key/)).toBeVisible();
    await expect(page.getByText('0 of 2 finished')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Topics' }).getByRole('listitem')).toHaveText([
      /Dancers over 40.*Waiting.*Technology/,
      /Gardeners.*Waiting/,
    ]);
    expect(chats(stub)).toHaveLength(1);
    expect(await faultsInPassing(page, [DESKTOP])).toEqual([]);
  });

  await test.step('the header of every tab says so too', async () => {
    await page.keyboard.press('Escape');
    await expect(
      page.getByRole('link', { name: /^Batch: 0 of 2 topics finished, and rests\. .*refused the key/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Batch', exact: true }).click();
  });

  await test.step('a cancelled batch is over, and what could not be used waits to be mended', async () => {
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel batch' }).click();
    await expect(page.getByText('2 of 2 finished')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0);
    await page.getByRole('button', { name: 'All batches' }).click();
    await expect(page.getByRole('article', { name: /^2 topics/ })).toContainText('Cancelled');
    await page.getByRole('button', { name: 'New batch' }).click();
    await expect(topics).toHaveValue('topic,category\nCooks,Kitchen\n,Technology');
  });
});

test('a batch that runs here goes on after a reload, is bought once, and can be moved to the server', {
  tag: '@long',
}, async ({ page, openTab, stub }) => {
  await page.setViewportSize(DESKTOP);
  await openTab();
  await page.getByRole('button', { name: 'Batch', exact: true }).click();
  await page.getByRole('button', { name: 'New batch' }).click();
  await page.getByRole('textbox', { name: 'Topics' }).fill('Dancers of the morning\nDancers of the night');
  await page.getByLabel('Where it runs').selectOption('here');
  await page.getByRole('button', { name: 'Start 2 topics' }).click();
  await expect(page.getByText('Runs here, on this device')).toBeVisible();
  await expect.poll(() => chats(stub).length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Batch: 0 of 2 topics finished/ })).toBeVisible();

  await test.step('after a reload it goes on where it stood', async () => {
    await page.reload();
    await openTab();
    await expect(page.getByRole('link', { name: /^Batch: 1 of 2 topics finished/ })).toBeVisible();
    await page.getByRole('button', { name: 'Batch', exact: true }).click();
    await page
      .getByRole('article', { name: /^2 topics/ })
      .first()
      .getByRole('button', { name: 'Show' })
      .click();
    await expect(page.getByRole('list', { name: 'Drafts' }).first()).toContainText(
      /To mend|to look at|Nothing to mend/i,
    );
  });

  await test.step('moved to the server it is finished there', async () => {
    await page.getByRole('button', { name: 'Move to the server' }).click();
    await expect(page.getByText('2 of 2 finished')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('link', { name: /^Batch:/ })).toHaveCount(0);
    expect(chats(stub)).toHaveLength(18);
  });
});
