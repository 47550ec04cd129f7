import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { setLogOf } from '#server/db/flushed.ts';
import { openDatabase } from '#server/db/open.ts';
import { createTestApp } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { quickPasswords } from '#server/test-passwords.ts';
import { cookieName, login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { holdUntilFlushed } from './flushed-answers.ts';

/** A server whose database is being flushed until the test says how that ends. */
async function start() {
  const { db, close } = openDatabase(':memory:');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  setLogOf(db, { flush: () => promise, flushed: () => promise, close });
  const http = fastify();
  holdUntilFlushed(http, db);
  http.route({ url: '/api/posts', method: ['GET', 'POST'], handler: async () => ['a post'] });
  onTestFinished(async () => {
    await http.close();
    await close();
  });
  await http.ready();
  const ask = (method: 'GET' | 'POST', headers = {}) => http.inject({ url: '/api/posts', method, headers });
  return { ask, end: resolve, fail: reject };
}

test.each<[string, 'GET' | 'POST', Record<string, string>]>([
  ['a write', 'POST', {}],
  ['the owner', 'GET', { cookie: `a=b; ${cookieName(SESSION_COOKIE, true)}=c` }],
  ['a program', 'GET', { authorization: 'Bearer a' }],
])('%s is answered when everything committed is on the disk, and no reader waits for that', async (...request) => {
  const [, method, headers] = request;
  const { ask, end } = await start();
  let status = 0;
  const answer = ask(method, headers).then(({ statusCode }) => {
    status = statusCode;
  });
  expect((await ask('GET', { cookie: 'of-a-cdn=a' })).statusCode).toBe(200);
  expect(status).toBe(0);
  end();
  await answer;
  expect(status).toBe(200);
});

test('what could not be flushed is not acknowledged', async () => {
  const { ask, fail } = await start();
  const answer = ask('POST');
  fail(new Error('EIO'));
  expect((await answer).statusCode).toBe(500);
});

test('the answer to a sign-in waits for the session that it begins', async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const { sqlite, db } = app.database;
  const password = await quickPasswords.hash('correct horse');
  await db.updateTable('admin_users').set({ password }).execute();
  const sessions = sqlite.prepare('select sess from sessions').pluck();
  const stored: unknown[] = [];
  const note = async () => {
    stored.push(sessions.get());
  };
  setLogOf(db, { flush: note, flushed: note, close: note });
  await ask(app.http, login, { body: { email: 'owner@secret.example', password: 'correct horse' } });
  expect(stored.at(-1)).toContain('adminId');
  expect(stored.at(-1)).toBe(sessions.get());
});
