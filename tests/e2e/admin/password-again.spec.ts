import { ADMIN_POSTS } from '../content/admin-posts.ts';
import { OWNER } from '../site/owner.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { sidewaysOverflow } from '../support/sideways-overflow.ts';
import { signIn } from '../support/sign-in.ts';
import { signInAgain } from '../support/sign-in-again.ts';
import { toasts } from '../support/toast.ts';
import { test as base, expect } from './admin-test.ts';

/** A site that can send mail. */
const test = base.extend({
  site: async ({ newSite, mailServer }, use) =>
    use(await newSite(ADMIN_POSTS, { SMTP_URL: mailServer.url, CONTACT_TO: 'desk@tea.example' })),
});

const HALF_AN_HOUR = 30 * 60_000;

test('an old sign-in is asked for the password over the form, which is then sent; History tells of it', async ({
  page,
  context,
  site,
  faults,
}) => {
  faults.allow(/status of (401|403)/);
  await page.setViewportSize(PHONE);
  await signIn(context, site, Date.now() - HALF_AN_HOUR);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Settings' }).click();
  const account = page.getByRole('region', { name: 'Account' });
  const dialog = page.getByRole('dialog', { name: 'Your password, please' });
  const again = dialog.getByLabel('Password', { exact: true });
  const send = account.getByRole('button', { name: 'Update Settings' });

  await test.step('Escape leaves the form as it was typed', async () => {
    await account.getByLabel('Email').fill('new@example.com');
    await send.press('Enter');
    await expect(again).toBeFocused();
    expect(await faultsInPassing(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(account.getByLabel('Email')).toHaveValue('new@example.com');
    await expect(send).toBeFocused();
    await expect(toasts(page)).toContainText('Nothing was changed');
  });

  await test.step('a wrong password is said at its field, the right one sends the form', async () => {
    await send.press('Enter');
    await again.fill('wrong');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This is not your password.')).toBeVisible();
    await expect(again).toBeFocused();
    await again.fill(OWNER.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(toasts(page)).toContainText('Admin credentials updated successfully!');
    await expect(account.getByLabel('Email')).toHaveAttribute('placeholder', 'new@example.com');
  });

  await longStep('it is not asked for a second time, and a password that others try first is refused', async () => {
    faults.allow(/status of 400/);
    await account.getByLabel('Password', { exact: true }).fill('iloveyou');
    await send.press('Enter');
    await expect(toasts(page)).toContainText('This password is on the lists');
    await account.getByLabel('Password', { exact: true }).fill('');
    await account.getByLabel('Email').fill(OWNER.email);
    await send.press('Enter');
    await expect(account.getByLabel('Email')).toHaveAttribute('placeholder', OWNER.email);
  });

  await test.step('the log says what happened', async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    const today = page.getByRole('region', { name: 'Today' });
    await expect(today.getByText('before: owner@example.com · after: new@example.com')).toBeVisible();
    await expect(today.getByText('Gave a wrong password, while signed in')).toBeVisible();
    expect(await sidewaysOverflow(page)).toEqual([]);
    expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
    // `npm test` covers this in `server/routes/audit.test.ts`.
    await longStep('of one kind, of one time', async () => {
      await page.getByLabel('About').selectOption('Refused attempts');
      await expect(today.getByText('Changed the e-mail address of the account')).toHaveCount(0);
      await expect(today.getByText('Gave a wrong password, while signed in')).toBeVisible();
      await page.getByLabel('From').fill('2099-01-01');
      await expect(page.getByText('Nothing found')).toBeVisible();
    });
  });
});

test('a session that ends while the password is asked for is asked for in its place, and the form is sent after it', {
  tag: '@long',
}, async ({ page, context, site, faults }) => {
  faults.allow(/status of (401|403)/);
  await signIn(context, site, Date.now() - HALF_AN_HOUR);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Settings' }).click();
  const account = page.getByRole('region', { name: 'Account' });
  await account.getByLabel('Email').fill('typed@example.com');
  await account.getByRole('button', { name: 'Update Settings' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your password, please' });
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await context.clearCookies();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await signInAgain(page);
  await expect(toasts(page)).toContainText('Admin credentials updated successfully!');
  await expect(dialog).toBeHidden();
  await expect(account.getByLabel('Email')).toHaveAttribute('placeholder', 'typed@example.com');
});

test('a lost password is set anew by the link of a mail, once', { tag: '@long' }, async ({
  page,
  site,
  mailServer,
  faults,
}) => {
  faults.allow(/status of (401|410)/);
  await page.setViewportSize(PHONE);
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused();
  await expect.poll(() => mailServer.mails.length).toBe(1);
  const [link = ''] = /http:\S+#reset=[\w-]+/.exec(mailServer.mails[0]?.body ?? '') ?? [];
  expect(link.startsWith(`${site.url}/admin/login#reset=`)).toBe(true);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await faultsInPassing(page, [DESKTOP, PHONE])).toEqual([]);
  await page.getByLabel('New password', { exact: true }).fill(OWNER.password);
  await page.getByLabel('New password, again').fill('another');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The two are not the same')).toBeVisible();
  await page.getByLabel('New password, again').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).press('Enter');
  const secret = link.split('=')[1] ?? '';
  expect(sent.filter((line) => line.split('#')[0]?.includes(secret))).toEqual([]);

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('one more time');
  await page.getByLabel('New password, again').fill('one more time');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This link is not good any more', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Back to signing in' }).click();
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toasts(page)).toContainText('Login successful!');
});
