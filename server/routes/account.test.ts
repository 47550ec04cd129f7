import { verify } from '@node-rs/argon2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import { endSession, getMe, listSessions, login, updateCredentials } from '#shared/contract/session.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

// Abuse cases 4, 12.

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const account = () => app.database.db.selectFrom('admin_users').selectAll().executeTakeFirstOrThrow();
const isSignedIn = async (session: string) =>
  (await app.http.inject({ url: getMe.path, headers: { cookie: session } })).statusCode === 200;

test('what is left blank stays as it is', async () => {
  const before = await account();
  const { body } = await ask(app.http, updateCredentials, {
    body: { email: '', password: '', name: '  New name ' },
    cookie,
  });
  expect(body).toEqual({ id: 1, email: before.email, name: 'New name' });
  expect((await ask(app.http, updateCredentials, { body: {}, cookie })).body).toEqual(body);
  expect((await account()).password).toBe(before.password);
});

test.each([
  [{ email: 'nonsense' }, 'Must be a valid email'],
  [{ password: '12345' }, 'Password must be at least 6 characters'],
  [
    { password: 'iloveyou' },
    'This password is on the lists that are tried first when somebody breaks in. Choose another, best of several words.',
  ],
  [{ name: '   ' }, 'Name is required'],
])('%o is refused: %s', async (body, message) => {
  const before = await account();
  const refusal = await refused(app.http, updateCredentials, { body: { name: 'Changed', ...body }, cookie });
  expect(refusal).toMatchObject({ code: 'invalid_input', message });
  expect(await account()).toEqual(before);
});

test('a new password opens, the old one does not, and every other session is over', async () => {
  const others = [await app.signIn(), await app.signIn()];
  await ask(app.http, updateCredentials, { body: { password: 'sixsix' }, cookie });
  expect(await verify((await account()).password, 'sixsix')).toBe(true);
  expect(await isSignedIn(cookie)).toBe(true);
  for (const other of others) expect(await isSignedIn(other)).toBe(false);
  const { email } = await account();
  expect((await ask(app.http, login, { body: { email, password: 'sixsix' } })).body.email).toBe(email);
  expect((await refused(app.http, login, { body: { email, password: 'before' } })).code).toBe('invalid_credentials');
});

test('another name or e-mail address ends no session', async () => {
  const other = await app.signIn();
  await ask(app.http, updateCredentials, { body: { email: 'new@example.com', name: 'N' }, cookie });
  expect(await isSignedIn(other)).toBe(true);
  expect((await ask(app.http, getMe, { cookie })).body).toEqual({ id: 1, email: 'new@example.com', name: 'N' });
});

test('an e-mail address another account has, in whatever case, is refused', async () => {
  const at = '2025-01-01T00:00:00.000Z';
  const other = { email: 'Other@example.com', name: 'O', password: '', created_at: at, updated_at: at };
  await app.database.db.insertInto('admin_users').values(other).execute();
  const sent = { email: 'other@EXAMPLE.com', password: 'longenough' };
  const before = await account();
  expect((await refused(app.http, updateCredentials, { body: sent, cookie })).code).toBe('name_taken');
  expect(await account()).toEqual(before);
});

test('nothing but e-mail, name and password can be changed', async () => {
  const before = await account();
  const body = { id: 9, created_at: 'x', isAdmin: true, passwordHash: 'x', name: 'Owner' };
  await ask(app.http, updateCredentials, { body, cookie });
  expect(await account()).toEqual(before);
});

test('a password of any length from six to the bound, of any characters, is the one that was typed and no other', async () => {
  const { email } = await account();
  // A password longer than the 72 bytes that bcrypt reads. It begins and ends with a space, and has two scripts and no
  // digit.
  const password = ` Ünïcødé и пробелы, ${'word after word, '.repeat(10)}the end! `;
  expect(password.length).toBeGreaterThan(2 * 72);
  await ask(app.http, updateCredentials, { body: { password }, cookie });
  expect((await ask(app.http, login, { body: { email, password } })).body.email).toBe(email);
  const others = [password.trim(), password.toLowerCase(), password.slice(0, 72), password.slice(0, -1)];
  for (const other of [...others, password.normalize('NFD')]) {
    expect(await verify((await account()).password, other)).toBe(false);
  }
  const refusal = await refused(app.http, login, { body: { email, password: password.trim() } });
  expect(refusal.code).toBe('invalid_credentials');
});

test('changing again and again is slowed down', async () => {
  const statuses = [];
  for (let time = 0; time < 11; time += 1) {
    const payload = { name: `Name ${time}` };
    const answer = await app.http.inject({ method: 'PUT', url: updateCredentials.path, payload, headers: { cookie } });
    statuses.push([answer.statusCode, answer.headers['retry-after'] !== undefined]);
  }
  expect(statuses.slice(0, 10).every(([status]) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toEqual([429, true]);
});

test('sessions are listed with their device, last seen first, the asking one marked', async () => {
  await app.database.db
    .updateTable('admin_users')
    .set({ password: await quickPasswords.hash('password') })
    .execute();
  app.clock.advance(60_000);
  const { email } = await account();
  const agent = { 'user-agent': `Firefox ${'x'.repeat(400)}`, 'x-ninefold-client': 'desktop' };
  await ask(app.http, login, { body: { email, password: 'password' }, headers: agent });
  app.clock.advance(60_000);
  const { body } = await ask(app.http, listSessions, { cookie });
  expect(body.map(({ current, via }) => [current, via])).toEqual([
    [true, 'browser'],
    [false, 'desktop'],
  ]);
  expect(body[0]?.lastSeen).toBe(new Date(app.clock.now()).toISOString());
  expect(body[1]?.createdAt).toBe(new Date(app.clock.now() - 60_000).toISOString());
  expect(body[1]?.userAgent).toHaveLength(300);
  // The id of a session's row opens nothing.
  for (const { id } of body) expect(await isSignedIn(`ninefold.sid=${id}`)).toBe(false);
});

test('one session can be ended, the own one too; what is none is not found', async () => {
  const other = await app.signIn();
  const find = async (isCurrent: boolean) => {
    const { body } = await ask(app.http, listSessions, { cookie });
    return body.find(({ current }) => current === isCurrent)?.id ?? '';
  };
  const id = await find(false);
  await ask(app.http, endSession, { params: { id }, cookie });
  expect(await isSignedIn(other)).toBe(false);
  expect((await refused(app.http, endSession, { params: { id }, cookie })).code).toBe('not_found');
  expect((await refused(app.http, endSession, { params: { id: '../../me' }, cookie })).code).toBe('not_found');
  await ask(app.http, endSession, { params: { id: await find(true) }, cookie });
  expect(await isSignedIn(cookie)).toBe(false);
});

test("another account's session can be neither seen nor ended", async () => {
  const other = await app.signIn();
  const { db } = app.database;
  const at = '2025-01-01T00:00:00.000Z';
  const second = { email: 'o@example.com', name: 'O', password: '', created_at: at, updated_at: at };
  const { id } = await db.insertInto('admin_users').values(second).returning('id').executeTakeFirstOrThrow();
  const rows = await db.selectFrom('sessions').selectAll().execute();
  const mine = (await ask(app.http, listSessions, { cookie })).body.find(({ current }) => current)?.id;
  const theirs = rows.find(({ sid }) => sid !== mine);
  const sess = JSON.stringify({ ...JSON.parse(theirs?.sess ?? '{}'), adminId: id });
  await db
    .updateTable('sessions')
    .set({ sess })
    .where('sid', '=', theirs?.sid ?? '')
    .execute();
  expect((await ask(app.http, listSessions, { cookie })).body).toHaveLength(1);
  expect((await refused(app.http, endSession, { params: { id: theirs?.sid ?? '' }, cookie })).code).toBe('not_found');
  expect(await isSignedIn(other)).toBe(true);
});
