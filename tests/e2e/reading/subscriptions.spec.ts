import type { TestMailServer } from '#server/test-mail-server.ts';
import { tea } from '../content/small-sites.ts';
import { test as base, expect, type Page, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { signIn } from '../support/sign-in.ts';

// A reader follows by e-mail, and the owner sees it: on a site of its own, with a real mail server.

const test = base.extend({
  site: async ({ newSite, mailServer }, use) =>
    use(await newSite([tea], { SMTP_URL: mailServer.url, SITE_NAME: 'Slowfold' })),
});

/** Returns the path of the link in the last mail to an address, once the mail has arrived. */
async function linkSentTo(mail: TestMailServer, address: string): Promise<string> {
  const last = () => mail.mails.findLast(({ to }) => to === address)?.body ?? '';
  await expect.poll(last).toContain('/subscription/');
  return /https?:\/\/[^/\s]+(\/subscription\/\S+)/.exec(last())?.[1] ?? '';
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

interface Reader {
  page: Page;
  open: (path: string) => Promise<void>;
  mail: TestMailServer;
}

/**
 * Subscribes at the foot of a post, confirms, chooses, and ends the subscription. Calls `look` where most is visible.
 */
async function followAndStop({ page, open, mail }: Reader, look?: () => Promise<void>): Promise<void> {
  const address = 'reader@example.org';
  await open(`/post/${tea.slug}`);
  const foot = page.getByRole('article').getByRole('group').filter({ hasText: 'Get new posts by email' });
  await foot.getByText('Get new posts by email').click();
  await foot.getByLabel('#tea').check();
  await foot.getByLabel('Your email address').fill(address);
  await foot.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(heading(page, 'Look at your mail')).toBeVisible();

  await open(await linkSentTo(mail, address));
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Food & Nutrition', '#tea']);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You follow now.' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('checkbox', { checked: true })).toHaveCount(2);
  await look?.();

  await page.getByLabel('#tea').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop all letters', exact: true }).click();
  await expect(heading(page, 'You get no more letters')).toBeVisible();
  await page.getByText('Erase my address').click();
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(heading(page, 'Your address is erased')).toBeVisible();
}

test.describe('without JavaScript', { tag: '@long' }, () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('a reader follows, confirms, chooses, and stops', async ({ page, open, mailServer }) => {
    await followAndStop({ page, open, mail: mailServer });
  });
});

test('a reader follows and stops; the owner finds who follows, adds somebody, ends and erases, on a phone', async ({
  page,
  context,
  site,
  mailServer: mail,
  open,
}) => {
  await page.setViewportSize(PHONE);
  await test.step('a reader follows from a post’s foot, confirms, chooses, and stops', () =>
    followAndStop({ page, open, mail }, async () => {
      expect(await faultsInPassing(page, [PHONE])).toEqual([]);
    }));

  await open('/follow');
  await test.step('with text of 200 % the form is no wider than a phone', async () => {
    const setText = (size: string) =>
      page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
    await setText('32px');
    expect(await sidewaysOverflow(page)).toEqual([]);
    await setText('');
  });
  await page.getByRole('main').getByLabel('Your email address').fill('mira@example.org');
  await page.getByRole('main').getByRole('button', { name: 'Subscribe', exact: true }).click();
  await open(await linkSentTo(mail, 'mira@example.org'));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('You follow now.')).toBeVisible();

  await signIn(context, site);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Letters', exact: true }).click();
  const subscribers = page.getByRole('region', { name: 'Subscribers', exact: true });
  const row = subscribers.getByRole('listitem').filter({ hasText: 'mira@example.org' });
  await expect(row).toContainText('The whole site.');
  await expect(subscribers.getByText('1 follows')).toBeVisible();
  await subscribers.getByText('By topic and by month').click();
  expect(await faultsInPassing(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);

  await longStep('somebody is added who has agreed', async () => {
    await subscribers.getByRole('button', { name: 'Add subscriber' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add subscriber' });
    await dialog.getByLabel('Email').fill('joe@example.org');
    await dialog.getByRole('button', { name: 'Send the mail' }).click();
    await expect(dialog.getByText('Ask them first.')).toBeVisible();
    await dialog.getByLabel('They have agreed').check();
    await dialog.getByRole('button', { name: 'Send the mail' }).click();
    await expect(dialog).toBeHidden();
    await linkSentTo(mail, 'joe@example.org');
    await subscribers.getByLabel('State').selectOption('Not confirmed yet');
    await expect(subscribers.getByRole('listitem').filter({ hasText: 'joe@example.org' })).toContainText(
      'Not confirmed',
    );
    await subscribers.getByLabel('State').selectOption('Following');
  });

  await row.getByRole('button', { name: 'What to do with mira@example.org' }).click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase' }).click();
  await expect(row).toHaveCount(0);
  await expect(subscribers.getByText('Nobody follows yet')).toBeVisible();
});
