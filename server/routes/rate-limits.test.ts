import { beforeEach, expect, test } from 'vitest';
import { sendContactMessage } from '#shared/contract/index.ts';
import { shareOf } from '#tests/share.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { anotherReader, ask, readRefusal } from '../test-call.ts';

let app: TestApp;
sharedByFile(
  async () => {
    app = await createTestApp({ posts: [{}] });
  },
  () => app.close(),
);
/** The address of a client that no limit has counted yet. */
let client: string;
beforeEach(() => {
  client = anotherReader();
  app.database.sqlite.exec('delete from contact_messages');
});

const message = { name: 'Mira', email: 'mira@example.org', subject: '', message: 'Hello' };
const stored = () => app.database.db.selectFrom('contact_messages').selectAll().execute();
const write = (headers: Record<string, string> = {}, from = client) =>
  app.http.inject({ method: 'POST', url: '/api/contact', payload: message, headers, remoteAddress: from });

test('a client sends ten messages a minute; the next is refused, told when to come again, and not stored', async () => {
  for (let count = 0; count < 10; count += 1) expect((await write()).statusCode).toBe(204);
  const refusal = readRefusal(await write());
  expect(refusal.code).toBe('rate_limited');
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(await stored()).toHaveLength(10);
  await ask(app.http, sendContactMessage, { body: message, from: anotherReader() });
});

test('a hundred messages at once are no hundred messages', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => write()));
  expect(answers.filter((answer) => answer.statusCode === 429).length).toBeGreaterThanOrEqual(90);
  expect((await stored()).length).toBeLessThanOrEqual(10);
});

test('naming other addresses in a header, or another of one’s own, makes no other client', async () => {
  for (let count = 0; count < 12; count += 1) {
    await write({ 'x-forwarded-for': `1.1.1.${count}`, 'x-real-ip': `1.1.1.${count}`, 'client-ip': `${count}` });
  }
  expect(await stored()).toHaveLength(10);
  // A client that has one IPv6 address has 2^64 of them.
  for (let count = 0; count < 12; count += 1) await write({}, `2001:db8::${count + 1}`);
  expect(await stored()).toHaveLength(20);
});

test('what is refused for its content counts as well', async () => {
  for (let count = 0; count < 10; count += 1) {
    await app.http.inject({
      method: 'POST',
      url: '/api/contact',
      payload: { ...message, email: 'none' },
      remoteAddress: client,
    });
  }
  expect((await write()).statusCode).toBe(429);
});

test('a form sent without JavaScript has the same limit and is answered by a page', async () => {
  const submit = () =>
    app.http.inject({
      method: 'POST',
      url: '/contact',
      remoteAddress: client,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      payload: new URLSearchParams(message).toString(),
    });
  for (let count = 0; count < 10; count += 1) expect((await submit()).statusCode).toBe(200);
  const response = await submit();
  expect([response.statusCode, response.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect(response.headers['retry-after']).toBeDefined();
  expect(response.body).toContain('Too many requests.');
  expect(await stored()).toHaveLength(10);
});

const LIMITED = [
  ['searches', 'GET', '/api/search?q=words'],
  ['readings', 'POST', '/api/posts/1/view'],
  ['readings of other pages', 'POST', '/api/pages/home/view'],
  ['ends of readings', 'POST', '/api/posts/1/end'],
] as const;
test.each(shareOf(LIMITED, 2))('a client’s %s are limited to 120 a minute', async (_what, method, url) => {
  const statuses: number[] = [];
  for (let count = 0; count < 121; count += 1)
    statuses.push((await app.http.inject({ method, url, remoteAddress: client })).statusCode);
  expect(statuses.slice(0, 120).every((status) => status < 300)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await app.http.inject('/api/posts')).statusCode).toBe(200);
});

test('reading pages is not limited', async () => {
  const answers = await Promise.all(Array.from({ length: 150 }, () => app.http.inject('/')));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
});
