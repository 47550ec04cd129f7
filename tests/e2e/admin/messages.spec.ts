import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test, uniqueTitle } from './admin-test.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Messages' });

/** Sends a message as a reader's page does; without its time, as a program does. */
async function send(url: string, name: string, extra: object = { elapsedMs: 30_000 }): Promise<void> {
  const body = {
    name,
    email: 'reader@example.org',
    subject: 'A question',
    message: 'Is <b>this</b> right?\nYes.',
    ...extra,
  };
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.7`,
  };
  const answer = await fetch(`${url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(204);
}

test('messages of readers', async ({ page, openAdmin, site }) => {
  await test.step('unread messages are counted; opening one makes it read, and it can be made unread again', async () => {
    const name = uniqueTitle('Ada');
    await send(site.url, name);
    await openAdmin();
    await page.getByRole('button', { name: /^Messages, \d+ unread$/ }).click();
    const message = panel(page).getByRole('article', { name: `Message from ${name}` });
    await expect(message).toContainText('Unread');
    await message.getByRole('button', { name }).click();
    await expect(message.getByText('Is <b>this</b> right?')).toBeVisible();
    await expect(message).not.toContainText('Unread');
    await message.getByRole('button', { name: 'Mark as unread' }).click();
    await expect(message).toContainText('Unread');
    const reply = await message.getByRole('link', { name: 'Reply' }).getAttribute('href');
    expect(reply).toMatch(/^mailto:reader@example\.org\?subject=Re%3A%20A%20question&body=/);
  });

  await longStep('a message is deleted after a question', async () => {
    const name = uniqueTitle('Bert');
    await send(site.url, name);
    await page.reload();
    await page.getByRole('button', { name: /^Messages/ }).click();
    const message = panel(page).getByRole('article', { name: `Message from ${name}` });
    await message.getByRole('button', { name }).click();
    await message.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toasts(page)).toContainText('Message deleted');
    await expect(message).toHaveCount(0);
  });

  await longStep('what a program seems to have written is marked', async () => {
    const name = uniqueTitle('Robot');
    await send(site.url, name, { website: 'https://spam.example', elapsedMs: 10 });
    await page.reload();
    await page.getByRole('button', { name: /^Messages/ }).click();
    await expect(panel(page).getByRole('article', { name: `Message from ${name}` })).toContainText('Looks like spam');
  });
});
