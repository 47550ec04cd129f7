import { Signer } from '@fastify/cookie';
import { afterEach, expect, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import {
  endOtherSessions,
  getSessionLife,
  listTags,
  type SessionLife,
  updateSessionLife,
} from '#shared/contract/index.ts';
import { getMe, listSessions, login } from '#shared/contract/session.ts';
import { DAY, HOUR } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
const start = async (env: Record<string, string> = {}) => {
  app = await createTestApp({ env });
};
afterEach(() => app.close());

const https = { SITE_URL: 'https://site.test', TRUST_PROXY: '1' };
const headers = { 'x-forwarded-proto': 'https' };
const isSignedIn = async (cookie: string) =>
  (await app.http.inject({ url: getMe.path, headers: { cookie, ...headers } })).statusCode === 200;
const setIdle = (cookie: string, idleMinutes: SessionLife['idleMinutes']) =>
  ask(app.http, updateSessionLife, { cookie, body: { idleMinutes } });

test('a session that is used lasts 90 days and no longer', async () => {
  await start();
  const cookie = await app.signIn({ expires: 400 * DAY });
  for (let day = 0; day < 89; day += 1) {
    app.clock.advance(DAY);
    if (day % 20 === 0) expect([day, await isSignedIn(cookie)]).toEqual([day, true]);
  }
  expect(await isSignedIn(cookie)).toBe(true);
  app.clock.advance(DAY);
  expect(await isSignedIn(cookie)).toBe(false);
});

test('one that is not used ends after 30 days, or sooner where the owner says so: open ones too', async () => {
  await start();
  const elsewhere = await app.signIn();
  app.clock.advance(2 * HOUR);
  const here = await app.signIn();
  expect((await ask(app.http, getSessionLife, { cookie: here })).body).toEqual({ idleMinutes: 43_200, days: 90 });
  expect((await setIdle(here, 60)).body.idleMinutes).toBe(60);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect((await ask(app.http, listSessions, { cookie: here })).body).toHaveLength(1);
});

test('what is used within its time goes on; its cookie lasts as long', async () => {
  await start();
  const cookie = await app.signIn();
  await setIdle(cookie, 60);
  for (let turn = 0; turn < 5; turn += 1) {
    app.clock.advance(HOUR - 60_000);
    const [line = ''] = [(await ask(app.http, listTags, { cookie })).headers['set-cookie'] ?? []].flat();
    const until = Date.parse(/Expires=([^;]+)/.exec(line)?.[1] ?? '') - Date.now();
    expect(until / 60_000).toBeGreaterThan(55);
    expect(until / 60_000).toBeLessThanOrEqual(60);
  }
  app.clock.advance(HOUR);
  expect(await isSignedIn(cookie)).toBe(false);
});

test.each([0, 59, 61, 1e9, '60', null])('%o minutes cannot be chosen', async (idleMinutes) => {
  await start();
  const cookie = await app.signIn();
  expect((await refused(app.http, updateSessionLife, { cookie, body: { idleMinutes } })).code).toBe('invalid_input');
});

test('all others are ended at once, and this one stays', async () => {
  await start();
  const [here, ...others] = [await app.signIn(), await app.signIn(), await app.signIn()];
  await ask(app.http, endOtherSessions, { cookie: here });
  expect(await isSignedIn(here ?? '')).toBe(true);
  for (const other of others) expect(await isSignedIn(other)).toBe(false);
});

test('behind https the cookies are bound to the host', async () => {
  await start(https);
  await app.database.db
    .updateTable('admin_users')
    .set({ password: await quickPasswords.hash('correct horse') })
    .execute();
  const body = { email: 'owner@secret.example', password: 'correct horse' };
  const lines = [(await ask(app.http, login, { body, headers })).headers['set-cookie'] ?? []].flat();
  expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-ninefold.device', '__Host-ninefold.sid']);
  for (const line of lines) expect(line).toMatch(/; Path=\/; .*; Secure/);
});

test('behind https an earlier cookie is read once, and gets today’s name', async () => {
  await start(https);
  const cookie = await app.signIn();
  const former = cookie.replace('__Host-', '');
  const answer = await app.http.inject({ url: getMe.path, headers: { cookie: former, ...headers } });
  expect(answer.statusCode).toBe(200);
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  expect(lines.find((line) => line.startsWith('ninefold.sid='))).toContain('Expires=Thu, 01 Jan 1970');
  const given = lines.find((line) => line.startsWith('__Host-ninefold.sid='))?.split(';')[0] ?? '';
  expect(decodeURIComponent(given)).toBe(decodeURIComponent(cookie));
  expect(await isSignedIn(given)).toBe(true);
  expect(await isSignedIn(former)).toBe(false);
  // When both cookies are sent, today's cookie counts.
  expect(await isSignedIn(`ninefold.sid=${new Signer('x'.repeat(32)).sign('other')}; ${given}`)).toBe(true);
});
