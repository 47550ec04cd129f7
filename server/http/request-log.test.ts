import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

test('a request is one line, and nothing in it is what a person typed, or who they are', async () => {
  const lines: string[] = [];
  const app = await createTestApp({ logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } });
  await app.http.inject({
    method: 'POST',
    url: '/api/contact?private=query',
    remoteAddress: '203.0.113.9',
    headers: {
      cookie: 'ninefold.sid=private-cookie',
      authorization: 'Bearer private-token',
      'user-agent': 'private-agent',
    },
    payload: { name: 'private-name', email: 'private@example.org', message: 'private-message' },
  });
  await app.http.inject('/search?q=private-words');
  await app.http.inject('/post/private-slug');
  await app.close();
  expect(lines.map((line) => JSON.parse(line)).map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/api/contact', 204],
    ['GET', '/search', 200],
    ['GET', '/post/:slug', 404],
  ]);
  expect(lines.join()).not.toMatch(/private|203\.0\.113/);
});

test('a line has its time as milliseconds since 1970, which are UTC wherever the machine stands', async () => {
  const lines: string[] = [];
  const app = await createTestApp({ logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } });
  const before = Date.now();
  await app.http.inject('/about');
  await app.close();
  const { time } = JSON.parse(lines[0] ?? '');
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('what is our own fault is logged with its cause and the id the reader was told', async () => {
  const lines: string[] = [];
  const app = await createTestApp({
    logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
  });
  app.services.categories.list = () => Promise.reject(new Error('the cause'));
  const response = await app.http.inject('/api/categories');
  await app.close();
  expect(response.json()).toMatchObject({
    code: 'internal',
    message: 'Something went wrong on our side. Try again in a moment.',
  });
  expect(lines).toHaveLength(1);
  const { err, reqId } = JSON.parse(lines[0] ?? '');
  expect(err.message).toBe('the cause');
  expect(reqId).toBe(response.json().requestId);
});

test.each([
  [
    'a chunk whose extension never ends',
    `Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(100_000)}\r\n{\r\n0\r\n\r\n`,
  ],
  ['a chunk that has no length', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
])('a connection that is closed for %s, while its request is looked at, is no fault of ours', async (_, rest) => {
  const lines: string[] = [];
  const app = await createTestApp({
    logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  let answered = 0;
  app.http.server.prependListener('request', (_request, response) => response.once('close', () => answered++));
  const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST /api/contact HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\n${rest}`);
  await new Promise((resolve) => socket.resume().once('close', resolve));
  await expect.poll(() => answered).toBe(1);
  await app.close();
  expect(lines).toEqual([]);
});
