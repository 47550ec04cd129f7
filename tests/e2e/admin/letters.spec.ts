import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { fieldsOf } from '#server/test-mail-server.ts';
import { ADMIN_POSTS } from '../content/admin-posts.ts';
import type { Site } from '../site/sites.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { toasts } from '../support/toast.ts';
import { test as base, expect, fillPost, uniqueTitle } from './admin-test.ts';

/** A site with a mail server and three subscribers. */
const test = base.extend({
  site: async ({ newSite, mailServer }, use) => {
    const site = await newSite(ADMIN_POSTS, { SMTP_URL: mailServer.url, MAIL_FROM: 'letters@tea.example' });
    await subscribe(site, ['a@x.example', 'b@x.example', 'gone@x.example']);
    await use(site);
  },
});

async function subscribe({ dataFolder }: Pick<Site, 'dataFolder'>, emails: string[]): Promise<void> {
  const database = openDatabase(path.join(dataFolder, DATABASE_FILE));
  const now = new Date().toISOString();
  for (const [index, email] of emails.entries()) {
    const { id } = await database.db
      .insertInto('newsletter_subscribers')
      .values({ email, created_at: now, link_key: `${index}`.repeat(32) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('subscriber_topics')
      .values({ subscriber_id: id, kind: 'site', target_id: 0 })
      .execute();
  }
  await database.close();
}

test('letters: the sender, a letter by hand, a post that is sent as it goes live', async ({
  page,
  openAdmin,
  mailServer,
}) => {
  mailServer.onRecipient = (address) =>
    address === 'gone@x.example' ? { code: 550, message: '5.1.1 No such user here' } : null;
  await openAdmin();
  await page.getByRole('link', { name: 'Letters' }).click();
  const settings = page.getByRole('region', { name: 'Sender and times' });
  const write = page.getByRole('button', { name: 'Write a letter' });

  await test.step('nothing goes out before the sender is set', async () => {
    await expect(page.getByText('No letter goes out before you set')).toContainText(
      'the sender’s name, a reply address, and a postal address',
    );
    await expect(write).toBeDisabled();
    await expect(page.getByText('What is missing before one can be sent is said above.')).toBeVisible();
    await settings.getByLabel('Sender’s name').fill('The Tea Letter');
    await settings.getByLabel('Reply address').fill('owner@tea.example');
    await settings.getByLabel('Postal address').fill('Leaf Street 1\nTeatown');
    await settings.getByRole('switch', { name: 'Send posts as letters' }).press('Space');
    await settings.getByLabel('Minutes to wait first').fill('0');
    await settings.getByRole('switch', { name: 'Weekly digest' }).press('Space');
    await settings.getByRole('button', { name: 'Save letter settings' }).press('Enter');
    await expect(toasts(page)).toContainText('Letter settings saved');
    await expect(page.getByText('3 subscribers. Next digest on')).toBeVisible();
    expect(await faultsInPassing(page)).toEqual([]);
  });

  await test.step('a letter by hand is looked at, tried and sent', async () => {
    await write.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Write a letter' });
    await dialog.getByRole('radio', { name: 'A Live Post' }).check();
    const letter = dialog.frameLocator('iframe');
    await expect(letter.getByRole('heading', { name: 'A Live Post' })).toBeVisible();
    await expect(letter.getByText('Words that are live.')).toBeVisible();
    await expect(dialog.getByText('Goes to 3 subscribers.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Phone' }).click();
    await dialog.getByRole('button', { name: 'Dark' }).click();
    await expect(letter.locator('body')).toHaveCSS('background-color', 'rgb(19, 20, 24)');
    expect(await faultsInPassing(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Plain text' }).click();
    await expect(dialog.getByText('Unsubscribe: ')).toBeVisible();
    await dialog.getByRole('button', { name: 'Send a test to me' }).click();
    await expect(toasts(page)).toContainText('A test is on its way');
    expect(fieldsOf(mailServer.mails[0], 'From')).toEqual(['The Tea Letter <letters@tea.example>']);
    await dialog.getByRole('button', { name: 'Send…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Send “A Live Post” to 3 subscribers?' });
    await question.getByRole('button', { name: 'Send' }).click();
    const row = page.getByRole('article', { name: 'A Live Post' });
    await expect(row).toContainText('2 of 3 sent · 1 failed');
    await row.getByRole('button', { name: 'Addresses' }).click();
    await expect(row).toContainText('gone@x.example');
    await expect(row).toContainText('No such user here');
    expect(await faultsInPassing(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await sidewaysOverflow(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  await test.step('the statistics say how many mails were sent', async () => {
    await page.getByRole('link', { name: 'Statistics' }).click();
    const followers = page
      .getByRole('definition')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[.="Follow by e-mail"]') });
    await expect(followers).toContainText('2 mails sent');
  });

  const title = uniqueTitle('Second flush');
  await test.step('a post says that it is sent, and is', async () => {
    await page.goto('/admin');
    await page.getByRole('tab', { name: 'Posts' }).click();
    await page.getByRole('link', { name: 'Create New Post' }).click();
    await fillPost(page, title);
    await expect(page.getByText('Publishes now, and is sent to 3 subscribers')).toBeVisible();
    await page.getByRole('button', { name: 'Create Post' }).click();
    await expect.poll(() => mailServer.mails.map(({ head }) => head.join()).join()).toContain(title);
  });

  await longStep('one that was never stored is kept from it', async () => {
    const kept = uniqueTitle('Kept from it');
    await page.goto('/admin#new');
    await fillPost(page, kept);
    const sent = page.getByText(', and is sent to 3 subscribers');
    await expect(sent).toBeVisible();
    await page.getByRole('switch', { name: 'Letter' }).press('Space');
    await expect(sent).toBeHidden();
    await expect(page.getByRole('switch', { name: 'Letter' })).not.toBeChecked();
    expect(await faultsInPassing(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create Post' }).click();
    await expect(page.getByRole('article', { name: kept })).toBeVisible();
    await page.goto('/admin#letters');
    await expect(page.getByRole('article', { name: title })).toContainText('2 of 3 sent · 1 failed');
    await expect(page.getByRole('article', { name: kept })).toHaveCount(0);
  });

  // `server/routes/letters.test.ts` tests that a post is sent to each subscriber once.
  await longStep('a phone shows all of it', async () => {
    await page.setViewportSize(PHONE);
    await page.goto('/admin#letters');
    await expect(page.getByRole('article', { name: title })).toContainText('2 of 3 sent · 1 failed');
    expect(await sidewaysOverflow(page)).toEqual([]);
  });
});
