import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READER_HEADER, signBody } from '#server/services/publication/client-signature.ts';
import type { Delivery, DeliveryAnswer } from '#shared/contract/reader-deliveries.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';
import { HOUR, NOW } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

const SECRET = 'a secret that readers and the writer have in common';
const PATH = '/api/reader-deliveries';

let app: TestApp;
let post: number;
beforeEach(async () => {
  app = await createTestApp({
    env: { READER_SECRET: SECRET, SMTP_URL: 'smtp://127.0.0.1:9' },
    timers: createTestTimers(),
    makePublication: () => Promise.reject(new Error('nobody asks for one')),
  });
  post = await app.post({ slug: 'tea' });
});
afterEach(() => app.close());

const visitor = { network: '203.0.113.7', userAgent: 'Mozilla/5.0 Firefox/140', isMobile: false, isPrivate: false };
const given = (kind: string, body: unknown, changes: Partial<Delivery> = {}): Delivery => ({
  ...{ id: randomUUID(), takenAt: new Date(NOW).toISOString(), kind, visitor, body },
  ...changes,
});
const message = { name: 'Ada', email: 'ada@example.com', subject: 'Tea', message: 'Is there any?' };

function send(payload: string, header: string | undefined) {
  const headers = { 'content-type': 'application/json', ...(header !== undefined && { [READER_HEADER]: header }) };
  return app.http.inject({ method: 'POST', url: PATH, headers, payload });
}
const signed = (payload: string, now = app.clock.now()) =>
  signBody(SECRET, { method: 'POST', path: PATH, body: Buffer.from(payload), now });
async function deliver(...deliveries: Delivery[]): Promise<DeliveryAnswer[]> {
  const payload = JSON.stringify({ deliveries });
  const response = await send(payload, signed(payload));
  expect(response.statusCode).toBe(200);
  return response.json().answers;
}
const outcomes = (answers: DeliveryAnswer[]) => answers.map(({ outcome }) => outcome);
const views = () => app.database.sqlite.prepare('select views from blog_posts where id = ?').pluck().get(post);
const messages = () => app.database.sqlite.prepare('select name, created_at as at from contact_messages').all();
const readings = () =>
  app.database.sqlite.prepare('select at, computers from statistics_posts where unit = 0 order by at').all();

test('views count once a reader, whoever brings them, and once for each delivery', async () => {
  const view = given('view', { postId: post });
  expect(outcomes(await deliver(view, given('view', { postId: post })))).toEqual(['taken', 'taken']);
  expect(views()).toBe(1);
  expect(outcomes(await deliver(view, view))).toEqual(['taken', 'taken']);
  const other = { ...visitor, network: '203.0.113.8' };
  await deliver(given('view', { postId: post }, { visitor: other }), given('end', { postId: post }));
  expect(views()).toBe(2);
  expect(readings()).toHaveLength(1);
});

test('a view counts on the day on which it was made, and never in the future', async () => {
  const late = new Date(NOW - 30 * HOUR).toISOString();
  const ahead = new Date(NOW + 24 * HOUR).toISOString();
  const today = { ...visitor, network: '203.0.113.9' };
  await deliver(
    given('view', { postId: post }, { takenAt: late }),
    given('view', { postId: post }, { takenAt: late }),
    given('view', { postId: post }, { takenAt: ahead, visitor: today }),
  );
  expect(views()).toBe(2);
  const days = (readings() as { at: number }[]).map(({ at }) => at);
  expect(days).toHaveLength(2);
  expect((days[1] ?? 0) - (days[0] ?? 0)).toBe(1);
});

test('a message is kept once, with the time at which it was sent', async () => {
  const sent = new Date(NOW - HOUR).toISOString();
  const contact = given('contact', message, { takenAt: sent });
  expect(outcomes(await deliver(contact))).toEqual(['taken']);
  expect(outcomes(await deliver(contact, given('view', { postId: post })))).toEqual(['taken', 'taken']);
  expect(messages()).toEqual([{ name: 'Ada', at: sent }]);
});

test('two readers that bring the same at once have it done once', async () => {
  const contact = given('contact', message);
  const answers = await Promise.all([deliver(contact), deliver(contact), deliver(contact)]);
  expect(answers.flatMap(outcomes)).toEqual(['taken', 'taken', 'taken']);
  expect(messages()).toHaveLength(1);
});

test('a wish for letters is written down once', async () => {
  const wish = given('subscription', { email: 'ada@example.com', topics: [{ kind: 'site', targetId: 0 }] });
  expect(outcomes(await deliver(wish))).toEqual(['taken']);
  expect(outcomes(await deliver(wish))).toEqual(['taken']);
  expect(app.database.sqlite.prepare('select email from pending_subscriptions').pluck().all()).toEqual([
    'ada@example.com',
  ]);
});

test('wishes of one network beyond its share are put off, not lost', async () => {
  const topics = [{ kind: 'site', targetId: 0 }];
  const wishes = Array.from({ length: 21 }, (_, at) => given('subscription', { email: `a${at}@example.com`, topics }));
  expect(outcomes(await deliver(...wishes))).toEqual([...Array<string>(20).fill('taken'), 'later']);
  app.clock.advance(HOUR);
  expect(outcomes(await deliver(...wishes))).toEqual(Array<string>(21).fill('taken'));
});

test('what is wrong with one stops no other', async () => {
  const answers = await deliver(
    given('contact', { ...message, email: 'none' }),
    given('dance', {}),
    given('constructor', {}),
    given('view', { postId: 'x' }),
    given('page', { page: 'home' }),
    given('search', { query: 'tea', found: 3 }),
    given('missing', { pathname: '/old', referrer: 'https://other.example/x', ownHost: 'site.test' }),
  );
  expect(outcomes(answers)).toEqual(['refused', 'refused', 'refused', 'refused', 'taken', 'taken', 'taken']);
});

test('what cannot be stored is asked for again, and counts then', async () => {
  app.database.sqlite.exec('alter table reader_deliveries rename to elsewhere');
  const payload = JSON.stringify({ deliveries: [given('view', { postId: post })] });
  expect((await send(payload, signed(payload))).statusCode).toBe(500);
  app.database.sqlite.exec('alter table elsewhere rename to reader_deliveries');
  app.database.sqlite.exec(
    "create trigger full before update of views on blog_posts begin select raise(abort, 'full'); end",
  );
  const view = given('view', { postId: post });
  expect(outcomes(await deliver(view))).toEqual(['later']);
  app.database.sqlite.exec('drop trigger full');
  expect(outcomes(await deliver(view))).toEqual(['taken']);
  expect(views()).toBe(1);
});

describe('is closed to', () => {
  const payload = JSON.stringify({ deliveries: [given('contact', message)] });
  const refused = async (header: string | undefined, text = payload) => {
    const response = await send(text, header);
    return [response.statusCode, response.json().code, messages()];
  };
  const no = [401, 'unauthorized', []];

  test('everybody without a signature, the owner too', async () => {
    expect(await refused(undefined)).toEqual(no);
    const headers = { cookie: await app.signIn(), 'content-type': 'application/json' };
    const response = await app.http.inject({ method: 'POST', url: PATH, headers, payload });
    expect(response.statusCode).toBe(401);
  });

  test('other bodies than the one that was signed, and none', async () => {
    expect(await refused(signed(payload), payload.replace('Is there', 'Was there'))).toEqual(no);
    const response = await app.http.inject({ method: 'POST', url: PATH, headers: { [READER_HEADER]: signed('') } });
    expect(response.statusCode).not.toBe(200);
  });

  test('signatures of another time or another secret', async () => {
    expect(await refused(signed(payload, NOW - HOUR))).toEqual(no);
    const body = Buffer.from(payload);
    expect(await refused(signBody('x'.repeat(40), { method: 'POST', path: PATH, body, now: NOW }))).toEqual(no);
  });
});

test('without READER_SECRET nobody is a reader', async () => {
  await app.close();
  app = await createTestApp();
  const payload = JSON.stringify({ deliveries: [given('contact', message)] });
  expect((await send(payload, signed(payload))).statusCode).toBe(401);
});
