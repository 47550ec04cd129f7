import { Secret, TOTP } from 'otpauth';
import { createApiClient } from '#shared/api-client/client.ts';
import { answerApproval, confirmTotp, findApproval, makeRecoveryCodes, startTotp } from '#shared/contract/index.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { connect, expect, OWNER, type Page, test } from './desktop-test.ts';

test.beforeEach(({ faults }) => faults.allow(/status of 401/));

/** Signs the owner in as another browser does; returns that browser's client. */
async function ownerElsewhere(url: string) {
  const answer = await fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE}=`)) ?? '';
  const [pair = ''] = cookie.split(';');
  return createApiClient({
    fetch: (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', pair);
      return fetch(new URL(String(path), url), { ...init, headers });
    },
  });
}

async function firstStep(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
}

test('the app signs in with a code, with one that was kept, and with the owner’s word in a browser; it is offered no passkey', {
  tag: '@long',
}, async ({ start, network, site }) => {
  const owner = await ownerElsewhere(site.url);
  const { secret } = await owner.call(startTotp);
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await owner.call(confirmTotp, { body: { code: code(0) } });
  const [kept = ''] = (await owner.call(makeRecoveryCodes)).codes;

  const app = await start();
  const page = await app.page();
  await connect(page, network.url);

  await test.step('with a code of the authenticator app', async () => {
    await firstStep(page);
    await expect(page.getByRole('button', { name: /passkey/ })).toHaveCount(0);
    await page.getByLabel('Code', { exact: true }).fill(code(1));
    await page.keyboard.press('Enter');
    await page.getByText('Welcome, ').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
  });

  await test.step('with a recovery code, once', async () => {
    await firstStep(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(kept.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByText('Welcome, ').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();

    await firstStep(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(kept);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Recovery code', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.reload();
  });

  await test.step('with an approval', async () => {
    await firstStep(page);
    await page.getByRole('button', { name: 'Approve it in a browser' }).click();
    const shown = await page.getByLabel('The code').innerText();
    expect((await owner.call(findApproval, { body: { code: shown } })).device).toContain('Desktop app');
    await owner.call(answerApproval, { body: { code: shown, isApproved: true } });
    await page.getByText('Welcome, ').waitFor();
  });
});
