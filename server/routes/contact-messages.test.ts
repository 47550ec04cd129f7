import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  deleteContactMessage,
  listContactMessages,
  sendContactMessage,
  updateContactMessage,
} from '#shared/contract/contact.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const send = async (name: string, extra: object = {}) => {
  await ask(app.http, sendContactMessage, {
    body: { name, email: 'r@example.org', message: `From ${name}`, ...extra },
  });
  app.clock.advance(1000);
};
const list = (query: Record<string, string> = {}) => ask(app.http, listContactMessages, { query, cookie });

test('what readers sent is listed, newest first; what looks like a program is marked', async () => {
  await send('A', { subject: 'Tea' });
  await send('<script>alert(1)</script>', { website: 'https://spam.example' });
  const { body, headers } = await list();
  expect(body).toMatchObject([
    { name: '<script>alert(1)</script>', read: false, suspect: true },
    { name: 'A', email: 'r@example.org', subject: 'Tea', message: 'From A', read: false, suspect: false },
  ]);
  expect(headers['x-total-count']).toBe('2');
});

test('how many are unread is the total of the unread', async () => {
  for (const name of ['A', 'B', 'C']) await send(name);
  const unread = async () => (await list({ read: 'false', limit: '1' })).headers['x-total-count'];
  expect(await unread()).toBe('3');
  const [newest] = (await list()).body;
  const params = { id: newest?.id ?? 0 };
  expect((await ask(app.http, updateContactMessage, { params, body: { read: true }, cookie })).body.read).toBe(true);
  expect(await unread()).toBe('2');
  expect((await list({ read: 'true' })).body.map(({ name }) => name)).toEqual(['C']);
  await ask(app.http, updateContactMessage, { params, body: { read: false }, cookie });
  expect(await unread()).toBe('3');
});

test('a long list comes in pages that the Link header leads through', async () => {
  for (const name of ['A', 'B', 'C']) await send(name);
  const { body, headers } = await list({ limit: '2' });
  const next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1] ?? '';
  const rest = await app.http.inject({ url: next, headers: { cookie } });
  expect([...body, ...rest.json()].map(({ name }) => name)).toEqual(['C', 'B', 'A']);
  expect(rest.headers.link).toBeUndefined();
});

test('a deleted message is gone for good', async () => {
  await send('A');
  const params = { id: (await list()).body[0]?.id ?? 0 };
  await ask(app.http, deleteContactMessage, { params, cookie });
  expect((await list()).body).toEqual([]);
  expect((await refused(app.http, deleteContactMessage, { params, cookie })).code).toBe('not_found');
  expect((await refused(app.http, updateContactMessage, { params, body: { read: true }, cookie })).code).toBe(
    'not_found',
  );
});
