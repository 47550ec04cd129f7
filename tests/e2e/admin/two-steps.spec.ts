import { Secret, TOTP } from 'otpauth';
import { askApproval, signInApproved } from '#shared/contract/auth/sign-in-steps.ts';
import { CLIENT_HEADER, login } from '#shared/contract/session.ts';
import { OWNER } from '../site/owner.ts';
import { DESKTOP, PHONE } from '../site-test.ts';
import { faultsInPassing } from '../support/accessibility.ts';
import { longStep } from '../support/long-step.ts';
import { toasts } from '../support/toast.ts';
import { test as base, expect, type Page } from './admin-test.ts';

/** A site of its own: the owner of the shared site signs in with the password alone. */
const test = base.extend({ site: async ({ newSite }, use) => use(await newSite([])) });

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });
const openSettings = (page: Page) => page.getByRole('tab', { name: 'Settings' }).click();
const heading = (page: Page) => page.getByRole('heading', { name: 'One more step' });

/** Adds an authenticator to the browser, as for an owner with a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function firstStep(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(heading(page)).toBeVisible();
}

const isIn = (page: Page) => expect(page.getByText('Welcome, ')).toBeVisible();

test('an owner adds a second step in each way, and signs in with it', async ({
  page,
  openAdmin,
  faults,
  playwright,
  site,
}) => {
  // The browser writes each refusal to its console.
  faults.allow(/status of 40[01]/);
  await addAuthenticator(page);
  await openAdmin();
  await openSettings(page);
  let secret = '';
  let codes: string[] = [];
  const code = (steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

  await test.step('a passkey alone cannot be added', async () => {
    await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
    await expect(section(page)).toContainText('a passkey is never the only one');
  });

  await test.step('an authenticator app is set up by its code', async () => {
    await section(page).getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Authenticator app' });
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('This code is not right');
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
    await dialog.getByLabel('Code', { exact: true }).fill(code());
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(section(page)).toContainText('You have no recovery codes');
  });

  // `enrolment.test.ts` and `sign-in-steps.test.ts` test that there are ten codes, and that each is good once.
  await longStep('recovery codes are shown once', async () => {
    await section(page).getByRole('button', { name: 'Make codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    codes = await dialog.getByRole('listitem').allInnerTexts();
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
    // The key that closes other windows does not confirm that the codes were kept.
    const question = page.getByRole('alertdialog', { name: 'Have you kept the codes?' });
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Back to the codes' })).toBeFocused();
    // Nothing hears an Escape in the very frame in which a question opens.
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section(page)).toContainText('10 of 10 left');
    await expect(page.getByText(codes[0] ?? '')).toHaveCount(0);
  });

  await test.step('a passkey is added and renamed', async () => {
    await section(page).getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog', { name: 'New passkey' }).getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await expect(section(page).getByRole('listitem')).toContainText('Laptop');
    await longStep('under another name', async () => {
      await section(page).getByRole('button', { name: 'Rename the passkey “Laptop”' }).click();
      await page.getByRole('dialog', { name: 'Rename the passkey' }).getByLabel('Name').fill('Old laptop');
      await page.keyboard.press('Enter');
      await expect(section(page).getByRole('listitem')).toContainText('Old laptop');
    });
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
  });

  await test.step('the passkey signs in', async () => {
    await firstStep(page);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    expect(await faultsInPassing(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isIn(page);
  });

  await test.step('a code signs in, a wrong one is said at its field', async () => {
    await firstStep(page);
    await page.getByRole('button', { name: 'Use a code of the authenticator app' }).click();
    const field = page.getByLabel('Code', { exact: true });
    await expect(field).toBeFocused();
    await field.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'This code is not right' })).toBeVisible();
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
    await field.fill(code(1));
    await page.keyboard.press('Enter');
    await isIn(page);
  });

  await longStep('a recovery code signs in, once', async () => {
    for (const isSecond of [false, true]) {
      await firstStep(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(codes[3] ?? '');
      await page.keyboard.press('Enter');
      if (!isSecond) await isIn(page);
    }
    await expect(page.getByRole('alert').filter({ hasText: 'was used before' })).toBeVisible();
    await page.getByLabel('Recovery code').fill(codes[4]?.toLowerCase() ?? '');
    await page.keyboard.press('Enter');
    await isIn(page);
  });

  await longStep('a sign-in of the app is approved by its code', async () => {
    const app = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { [CLIENT_HEADER]: 'desktop' },
    });
    expect((await app.post(login.path, { data: { email: OWNER.email, password: OWNER.password } })).status()).toBe(401);
    const asked = (await (await app.post(askApproval.path)).json()) as { code: string };
    await openSettings(page);
    await section(page).getByRole('button', { name: 'Approve a sign-in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve a sign-in' });
    await dialog.getByLabel('Code of the app').fill(asked.code.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Desktop app');
    expect(await faultsInPassing(page, [PHONE, DESKTOP])).toEqual([]);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(toasts(page)).toContainText('Sign-in approved');
    expect((await app.post(signInApproved.path)).status()).toBe(200);
    await app.dispose();
  });

  await longStep('one is signed out sooner, and everywhere else at once', async () => {
    const signedIn = page.getByRole('region', { name: 'Signed in', exact: true });
    await signedIn.getByLabel('Sign out by itself').selectOption('8 hours');
    await expect(toasts(page)).toContainText('Signed out after 8 hours without use');
    await signedIn.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(signedIn.getByRole('listitem')).toHaveCount(1);
    await expect(signedIn.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  });

  await longStep('without the second steps the password alone signs in again', async () => {
    for (const name of ['Remove the passkey “Old laptop”', 'Remove']) {
      await section(page).getByRole('button', { name, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByRole('alertdialog')).toBeHidden();
    }
    await expect(section(page).getByRole('button', { name: 'Set up', exact: true })).toBeVisible();
  });
});
