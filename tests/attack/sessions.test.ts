import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { ask, refused } from '#server/test-call.ts';
import { quickPasswords } from '#server/test-passwords.ts';
import { getMe, listSessions, login, SESSION_COOKIE } from '#shared/contract/session.ts';

// Abuse cases 4, 5 and 8.

const right = { email: 'owner@secret.example', password: 'correct horse' };

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  await app.database.db
    .updateTable('admin_users')
    .set({ password: await quickPasswords.hash(right.password) })
    .execute();
});
afterEach(() => app.close());

async function signIn(cookie?: string): Promise<string> {
  const { headers } = await ask(app.http, login, { body: right, cookie });
  const line = [headers['set-cookie'] ?? []].flat().find((each) => each.startsWith(`${SESSION_COOKIE}=`));
  return line?.split(';')[0] ?? '';
}

test('a second login in the same browser ends the session it had; one elsewhere ends none', async () => {
  const first = await signIn();
  const elsewhere = await signIn();
  const second = await signIn(first);
  expect((await refused(app.http, getMe, { cookie: first })).code).toBe('unauthorized');
  for (const cookie of [elsewhere, second]) expect((await ask(app.http, getMe, { cookie })).body.id).toBe(1);
  expect((await ask(app.http, listSessions, { cookie: second })).body).toHaveLength(2);
});

test('a password that is right opens nothing but the login: no call takes it beside itself', async () => {
  const basic = `Basic ${Buffer.from(`${right.email}:${right.password}`).toString('base64')}`;
  const claims = [
    ['authorization', basic],
    ['authorization', 'Bearer 1'],
    ['x-admin-id', '1'],
  ] as const;
  for (const [name, value] of claims) {
    const headers = { [name]: value };
    expect((await refused(app.http, getMe, { headers })).code).toBe('unauthorized');
  }
  const address = `${getMe.path}?adminId=1&email=${right.email}&password=${encodeURIComponent(right.password)}`;
  expect((await app.http.inject(address)).statusCode).toBe(401);
  expect((await app.http.inject({ url: getMe.path, headers: { cookie: await signIn() } })).statusCode).toBe(200);
});

test('a new password over the network has one way, by a link that is mailed; without a mail server there is none', async () => {
  const names = ['forgot-password', 'reset-password', 'password-reset', 'recover', 'forgot', 'register', 'signup'];
  const send = (method: 'POST' | 'PUT', url: string) =>
    app.http.inject({
      ...{ method, url, headers: { 'x-forwarded-host': 'evil.example' } },
      payload: { email: right.email, password: 'another one', token: '', secret: 'A'.repeat(43) },
    });
  for (const name of names) {
    for (const path of [`/api/auth/${name}`, `/api/${name}`]) {
      expect([path, (await send('POST', path)).statusCode]).toEqual([path, 404]);
    }
  }
  expect((await send('POST', '/api/auth/reset')).statusCode).toBe(503);
  expect((await send('PUT', '/api/auth/reset')).statusCode).toBe(410);
  expect(await signIn()).not.toBe('');
});
