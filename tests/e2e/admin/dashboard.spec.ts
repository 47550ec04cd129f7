import { OWNER } from '../site/owner.ts';
import { eventsOn } from '../support/events.ts';
import { longStep } from '../support/long-step.ts';
import { signInDialog } from '../support/sign-in-again.ts';
import { toasts } from '../support/toast.ts';
import { expect, test } from './admin-test.ts';
import { kept, makePost, title } from './post-steps.ts';

test('the header, the tabs and the way out', async ({ page, openAdmin, site, faults }) => {
  await test.step('the header greets the owner and leads home', async () => {
    await openAdmin();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog Admin');
    await expect(page.getByText(`Welcome, ${OWNER.name}`)).toBeVisible();
    const home = page.getByRole('link', { name: 'Home' });
    await expect(home).toHaveAttribute('href', `${site.url}/`);
    await expect(home).toHaveAccessibleDescription('View site');
  });

  await test.step('there are four tabs; the chosen one is remembered under "adminActiveTab"', async () => {
    await expect(page.getByRole('tab')).toHaveText(['Posts', 'Landing Pages', 'Chained Prompts', 'Settings']);
    await expect(page.getByRole('tab', { name: 'Posts' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adminActiveTab'))).toBe('settings');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  });

  await longStep('no answer is no sign-out', async () => {
    faults.allow(/ERR_FAILED|Failed to load/);
    await page.route('**/api/auth/me', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await page.unroute('**/api/auth/me');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(`Welcome, ${OWNER.name}`)).toBeVisible();
  });

  await longStep('a failed logout is told, and nothing else happens', async () => {
    faults.allow(/status of 500/);
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toasts(page)).toContainText('Logout failed');
    await expect(page.getByRole('tab', { name: 'Posts' })).toBeVisible();
    await page.unroute('**/api/auth/logout');
  });

  await test.step('logging out leads to the login page and ends the session on the server', async () => {
    faults.allow(/status of 401/);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toasts(page)).toContainText('Logged out successfully');
    await expect(page).toHaveURL(/\/admin\/login$/);
    await expect.poll(() => eventsOn(page)).toContainEqual({ event: 'admin_action', action: 'logout', success: true });
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/login$/);
  });

  await test.step('signing out of an unsaved form and in again asks for nothing, and the words are there', async () => {
    const signInHere = async () => {
      await page.getByLabel('Email').fill(OWNER.email);
      await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Welcome, ${OWNER.name}`)).toBeVisible();
    };
    await signInHere();
    await page.getByRole('tab', { name: 'Posts' }).click();
    await page.getByRole('link', { name: 'Create New Post' }).click();
    await title(page).fill('Typed before leaving');
    await kept(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/admin\/login$/);
    await signInHere();
    await expect(page.getByRole('link', { name: 'Continue with Typed before leaving' })).toBeVisible();
    await expect(signInDialog(page)).toHaveCount(0);
  });
});

test('with twice the text a phone shows every button; forced colours show which tab is chosen', {
  tag: '@long',
}, async ({ page, signInOwner }) => {
  await signInOwner();
  await page.setViewportSize({ width: 390, height: 844 });
  await makePost(page, {});
  await page.goto('/admin');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  const outside = () =>
    page
      .locator('header :is(a, button), article :is(a, button)')
      .evaluateAll((buttons) =>
        buttons
          .filter(
            (button) => button.getBoundingClientRect().right > innerWidth || button.getBoundingClientRect().left < 0,
          )
          .map((button) => button.textContent || button.ariaLabel),
      );
  await expect.poll(outside).toEqual([]);

  await page.emulateMedia({ forcedColors: 'active' });
  const edge = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => {
      const { borderBottomColor, borderTopColor } = getComputedStyle(tab);
      return borderBottomColor === borderTopColor ? 'none' : 'shown';
    });
  await expect.poll(async () => [await edge('Posts'), await edge('Settings')]).toEqual(['shown', 'none']);
});

test('a spinner stands while nobody knows who is there', { tag: '@long' }, async ({
  page,
  context,
  site,
  openAdmin,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/me', async (route) => {
    await held;
    await route.continue();
  });
  const opened = openAdmin();
  await expect(
    page.getByRole('status', { name: 'Loading' }).or(page.getByText('Loading', { exact: true })),
  ).toBeAttached();
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await opened;
  expect(context.pages()).toHaveLength(1);
  expect(page.url()).toContain(site.url);
});
