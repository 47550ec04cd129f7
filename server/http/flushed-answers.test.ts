import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { setLogOf } from '#server/db/flushed.ts';
import { openDatabase } from '#server/db/open.ts';
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
  ['the owner', 'GET', { cookie: 'session=a' }],
  ['a program', 'GET', { authorization: 'Bearer a' }],
])('%s is answered when everything committed is on the disk, and no reader waits for that', async (...request) => {
  const [, method, headers] = request;
  const { ask, end } = await start();
  let status = 0;
  const answer = ask(method, headers).then(({ statusCode }) => {
    status = statusCode;
  });
  expect((await ask('GET')).statusCode).toBe(200);
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
