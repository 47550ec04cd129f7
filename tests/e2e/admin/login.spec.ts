import { OWNER } from '../site/owner.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { draftsOnDisk } from '../support/drafts-on-disk.ts';
import { longStep } from '../support/long-step.ts';
import { signIn } from '../support/sign-in.ts';
import { toasts } from '../support/toast.ts';
import { expect, type Page, test } from './admin-test.ts';

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In' });

/** Returns the number of documents that this browser keeps; the login page may have created the database again. */
const keptDocuments = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'ninefold-workspace')) return 0;
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('ninefold-workspace'));
    return settled(database.transaction('documents').objectStore('documents').count());
  });

test.beforeEach(({ faults }) => {
  // The browser writes each such answer to its console: nobody is signed in, or a password is wrong.
  faults.allow(/status of 401/);
});

test('the login page, and signing in there', async ({ page }) => {
  await test.step('whoever is not signed in is led to the login page', async () => {
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect(page).toHaveTitle('Admin Panel | Ninefold');
    await expect(submit(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', /\/$/);
  });

  await test.step('what is missing is said at its field, and nothing is sent', async () => {
    let calls = 0;
    await page.route('**/api/auth/login', (route) => {
      calls += 1;
      return route.continue();
    });
    await email(page).fill('no address');
    await submit(page).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unroute('**/api/auth/login');
  });

  await longStep('the password can be shown and hidden', async () => {
    await password(page).fill('a secret');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
  });

  await test.step('a wrong password is told', async () => {
    await email(page).fill(OWNER.email);
    await password(page).fill('not this one');
    await submit(page).click();
    await expect(toasts(page)).toContainText('Login failed');
    await expect(toasts(page)).toContainText('Invalid email or password');
    await expect(page).toHaveURL(/\/admin\/login$/);
  });

  await test.step('signing in, by keys alone, leads to the dashboard and says welcome', async () => {
    await email(page).fill(OWNER.email);
    await email(page).press('Tab');
    await expect(password(page)).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(OWNER.password);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/auth/login', async (route) => {
      await held;
      // The server says who is signed in after the sign-in; its answer to the sign-in itself does not count.
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), name: 'Somebody Else' } });
    });
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    release();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(toasts(page)).toContainText('Login successful!');
    await expect(toasts(page)).toContainText('Welcome back to the admin panel.');
    await expect(page.getByText(`Welcome, ${OWNER.name}`)).toBeVisible();
  });
});

test('signing in by keys leaves the focus on the dashboard, not on the toast that will go', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Login successful!');
  await expect(
    page.getByRole('main', { name: 'Blog Admin' }).or(page.getByRole('banner')).locator(':focus'),
  ).toHaveCount(1);
});

test('whoever is signed in has no login page', { tag: '@long' }, async ({ page, context, site }) => {
  await signIn(context, site);
  await page.goto('/admin/login');
  await expect(page).toHaveURL(/\/admin$/);
});

test('on somebody else’s computer the owner signs out and leaves nothing', async ({ page, openAdmin }) => {
  await openAdmin();
  await page.getByRole('link', { name: 'Create New Post' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Typed at a library');
  await expect.poll(() => draftsOnDisk(page)).toHaveLength(1);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out and leave nothing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out and leave nothing in this browser?' });
  await expect(question).toContainText('Everything that is kept here is on the server too');
  await question.getByRole('button', { name: 'Sign out and remove' }).click();
  await expect(submit(page)).toBeVisible();
  expect(await keptDocuments(page)).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});

test('a session that has ended by itself is no reason to leave something there', { tag: '@long' }, async ({
  page,
  context,
  openAdmin,
  faults,
}) => {
  faults.allow(/status of 401/);
  await openAdmin('/admin#new');
  await page.getByLabel('Title', { exact: true }).fill('Typed at a library');
  await expect.poll(() => draftsOnDisk(page)).toHaveLength(1);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out and leave nothing' }).click();
  await context.clearCookies();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Sign out and remove|Remove, and lose it)$/ })
    .click();
  await expect(submit(page)).toBeVisible();
  await expect.poll(() => keptDocuments(page)).toBe(0);
});

test('the post that was asked for is opened after signing in', async ({ page }) => {
  await page.goto('/admin?edit=1');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await email(page).fill(OWNER.email);
  await password(page).fill(OWNER.password);
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
});
