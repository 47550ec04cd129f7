import { Signer } from '@fastify/cookie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getMe, listTags } from '#shared/contract/index.ts';
import { DAY, HOUR } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { hashSessionId } from './session.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ posts: [{ slug: 'a' }] });
});
afterEach(() => app.close());

const rows = () => app.database.db.selectFrom('sessions').selectAll().execute();
const isOwner = async (cookie: string) => {
  const page = await app.http.inject({ url: '/about', headers: { cookie } });
  return page.body.includes('"owner":true');
};

test('the owner is known by the cookie', async () => {
  expect(await isOwner(await app.signIn())).toBe(true);
});

test('the id in the cookie is not what lies in the database', async () => {
  const sid = 'the-id-in-the-cookie-0123456789ab';
  await app.signIn({ sid });
  const [row] = await rows();
  expect(row?.sid).toBe(hashSessionId(sid));
  expect(JSON.stringify(await rows())).not.toContain(sid);
});

test('who has read the database cannot sign in with what stands there', async () => {
  await app.signIn();
  const [row] = await rows();
  expect(await isOwner(`ninefold.sid=${row?.sid}`)).toBe(false);
  expect(
    await isOwner(
      `ninefold.sid=${encodeURIComponent(new Signer('another secret, long enough to sign').sign(row?.sid ?? ''))}`,
    ),
  ).toBe(false);
});

describe('a cookie that is not ours counts as none', () => {
  test('with another signature, with none, cut, or grown', async () => {
    const cookie = await app.signIn();
    const value = decodeURIComponent(cookie.split('=')[1] ?? '');
    const [sid = ''] = value.split('.');
    const forged = [
      sid,
      `${sid}.`,
      `${sid}.forged`,
      value.slice(0, -1),
      `${value}x`,
      `x${value}`,
      value.toUpperCase(),
      '',
      '.',
      '%',
      '%E0%A4%A',
      '"',
      's:x.y',
      '__proto__',
      'a'.repeat(4000),
    ];
    for (const text of forged) {
      expect([text.slice(0, 40), await isOwner(`ninefold.sid=${encodeURIComponent(text)}`)]).toEqual([
        text.slice(0, 40),
        false,
      ]);
      expect([text.slice(0, 40), await isOwner(`ninefold.sid=${text.replace(/[^\x21-\x7e]/g, '')}`)]).toEqual([
        text.slice(0, 40),
        false,
      ]);
    }
    expect(await isOwner(cookie.replace('ninefold.sid', 'ninefold.SID'))).toBe(false);
    expect(await isOwner(cookie.replace('ninefold.sid', 'xninefold.sid'))).toBe(false);
    expect(await isOwner(cookie)).toBe(true);
  });

  test('with our signature but no row: an id somebody has chosen is never taken over', async () => {
    const cookie = await app.signIn({ sid: 'chosen-by-an-attacker-0123456789' });
    await app.database.db.deleteFrom('sessions').execute();
    for (const url of ['/about', '/api/tags', '/api/auth/me', '/contact'])
      await app.http.inject({ url, headers: { cookie } });
    expect(await isOwner(cookie)).toBe(false);
    expect(await rows()).toEqual([]);
  });

  test('whose time is over, to the millisecond', async () => {
    const cookie = await app.signIn({ expires: HOUR });
    app.clock.advance(HOUR - 1);
    expect(await isOwner(cookie)).toBe(true);
    app.clock.advance(1);
    expect(await isOwner(cookie)).toBe(false);
    expect((await refused(app.http, getMe, { cookie })).code).toBe('unauthorized');
  });

  test('whose row cannot be read', async () => {
    const cookie = await app.signIn();
    for (const sess of [
      'null',
      '[]',
      '7',
      '"text"',
      '{}',
      '{"cookie":{}}',
      '{"adminId":"1","cookie":{}}',
      '{"adminId":null}',
    ]) {
      await app.database.db.updateTable('sessions').set({ sess }).execute();
      const response = await app.http.inject({ url: '/api/auth/me', headers: { cookie } });
      expect([sess, response.statusCode]).toEqual([sess, 401]);
    }
  });

  test('or that signs in an account that is gone', async () => {
    const cookie = await app.signIn();
    await app.database.db.deleteFrom('admin_users').execute();
    expect((await refused(app.http, getMe, { cookie })).code).toBe('unauthorized');
  });
});

test('readers get no cookie and leave no row, wherever they go', async () => {
  const urls = [
    '/',
    '/post/a',
    '/search?q=a',
    '/contact',
    '/none',
    '/api/posts',
    '/api/tags',
    '/api/auth/me',
    '/rss.xml',
    '/uploads/none.png',
  ];
  for (const url of urls) {
    for (const headers of [{}, { cookie: 'ninefold.sid=forged.signature' }]) {
      const response = await app.http.inject({ url, headers });
      const set = [response.headers['set-cookie'] ?? []].flat().map(String);
      // A worthless cookie may be removed; no cookie is ever set.
      expect([url, set.filter((line) => !/Expires=Thu, 01 Jan 1970/.test(line))]).toEqual([url, []]);
    }
  }
  expect(await rows()).toEqual([]);
});

test('the owner’s cookie is renewed once a day, with what protects it', async () => {
  const cookie = await app.signIn();
  expect((await ask(app.http, listTags, { cookie })).headers).not.toHaveProperty('set-cookie');
  app.clock.advance(DAY + 1);
  const [line = ''] = [(await ask(app.http, listTags, { cookie })).headers['set-cookie'] ?? []].flat().map(String);
  expect(line).toMatch(/^ninefold\.sid=[^;]+; /);
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Expires=']) expect(line).toContain(part);
  expect(line).not.toMatch(/Secure|Domain/);
  expect(decodeURIComponent(line.split(';')[0] ?? '')).toBe(decodeURIComponent(cookie));
  expect((await ask(app.http, listTags, { cookie })).headers).not.toHaveProperty('set-cookie');
});

test('behind https the cookie is for https alone', async () => {
  const secure = await createTestApp({ env: { SITE_URL: 'https://blog.example', TRUST_PROXY: '1' } });
  const cookie = await secure.signIn();
  secure.clock.advance(DAY + 1);
  const headers = { 'x-forwarded-proto': 'https' };
  const [line = ''] = [(await ask(secure.http, listTags, { cookie, headers })).headers['set-cookie'] ?? []]
    .flat()
    .map(String);
  expect(line).toContain('; Secure');
  await secure.close();
});
