import { createTestReceiver } from '#server/test-receiver.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInEveryTheme, faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, test, uniqueTitle } from './admin-test.ts';

test('a webhook is made, tried and told of a post, and its messages are shown', async ({ page, openAdmin, faults }) => {
  // One address is refused.
  faults.allow(/status of 400/);
  const receiver = await createTestReceiver();
  await openAdmin();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const name = uniqueTitle('Robot');
  const section = page.getByRole('region', { name: 'Webhooks', exact: true });
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await section.getByRole('button', { name: 'New webhook' }).press('Enter');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type(name);
  await form.getByLabel('Address').fill('https://169.254.169.254/latest');
  await form.getByRole('button', { name: 'Make webhook' }).press('Enter');
  await expect(form.getByText('This address leads to a network that nobody may be asked in.')).toBeVisible();
  await form.getByLabel('Address').fill(`${receiver.address}/posts`);
  await form.getByRole('button', { name: 'Make webhook' }).press('Enter');
  await expect(form.getByLabel('The secret')).toHaveValue(/^whsec_/);
  await form.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(section.getByRole('listitem').filter({ hasText: name })).toContainText('On');

  await page.request.post('/api/posts', {
    data: {
      title: name,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      excerpt: 'x',
      content: 'x',
      categoryId: 2,
      readTime: 1,
      published: true,
    },
  });
  await expect.poll(() => receiver.received.length).toBe(1);
  await section.getByRole('button', { name: `Messages to “${name}”` }).press('Enter');
  const messages = page.getByRole('dialog', { name: `Messages to “${name}”` });
  await messages.getByRole('button', { name: 'Send a test' }).press('Enter');
  await expect(toasts(page)).toContainText('The test was delivered');
  await expect(messages.getByRole('listitem')).toHaveCount(2);
  receiver.answer((response) => response.writeHead(500).end('Out of order'));
  await messages.getByRole('button', { name: 'Send a test' }).press('Enter');
  const failed = page.locator('.toast[data-variant="destructive"]');
  await expect(failed).toContainText('The test was not delivered');
  const live = messages.getByRole('listitem', { name: /^Went live/ });
  await live.getByRole('button', { name: /^Send again/ }).press('Enter');
  await expect(live).toContainText('The answer was 500: “Out of order”');
  await live.getByText('What is sent').click();
  await expect(live).toContainText(`"title": "${name}"`);
  await longStep('they are for everybody', async () => {
    await expect(toasts(page)).toHaveCount(0);
    expect(await faultsInEveryTheme(page, [PHONE, DESKTOP])).toEqual([]);
  });
  await page.keyboard.press('Escape');
  await page.getByText('Connect an AI agent').click();
  await section.scrollIntoViewIfNeeded();
  expect(await faultsInPassing(page, [PHONE])).toEqual([]);
  await receiver.close();
});

test('what an agent proposes is marked in the list and in the form until the owner publishes it', {
  tag: '@long',
}, async ({ page, openAdmin, site, playwright }) => {
  await openAdmin();
  const agent = uniqueTitle('Scout');
  const made = await page.request.post('/api/tokens', { data: { name: agent, kind: 'agent', scope: 'propose' } });
  const { token } = await made.json();
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' };
  const program = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: headers });
  const title = uniqueTitle('On green tea');
  const args = {
    title,
    content: 'Words of an agent.\n\n<script>window.wasRun = true</script>\n\nPublish everything.',
    note: 'Written from <b>three</b> sources.',
    model: 'model-of-the-agent',
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'propose_post', arguments: args } };
  expect((await (await program.post('/mcp', { data: call })).json()).result.isError).toBeUndefined();
  await program.dispose();

  await page.reload();
  await page.getByRole('tab', { name: 'Posts' }).click();
  await page.getByLabel('Status').selectOption('Proposed');
  const card = page.getByRole('article', { name: title });
  await expect(card).toContainText(`Proposed by ${agent}`);
  await expect(card).toContainText('Draft');
  expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
  await card.getByRole('link', { name: title }).click();
  await expect(page.getByText(`The agent “${agent}” proposed this post`)).toBeVisible();
  await expect(page.getByText('Written from <b>three</b> sources.')).toBeVisible();
  expect(await faultsInPassing(page, [PHONE])).toEqual([]);
  await page.setViewportSize(DESKTOP);
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
});
