import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  changePosts,
  createPost,
  createWebhook,
  deletePost,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  MOST_WEBHOOKS,
  renewWebhookSecret,
  saveDraft,
  sendWebhookAgain,
  testWebhook,
  updatePost,
  updateWebhook,
  type WebhookFields,
} from '#shared/contract/index.ts';
import { WEBHOOK_EVENTS } from '#shared/kernel/webhook-events.ts';
import { createTestTimers, type TestTimers } from '../adapters/ai/test-timers.ts';
import { openDatabase } from '../db/open.ts';
import { sweep } from '../jobs/sweep.ts';
import { DATABASE_FILE } from '../paths.ts';
import { DAY, NOW, postValues } from '../repositories/blog-fixture.ts';
import { insertPost } from '../repositories/posts/post-writes.ts';
import { WAITS } from '../services/webhooks/try-delivery.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { createTestReceiver, type TestReceiver } from '../test-receiver.ts';

let receiver: TestReceiver;
let timers: TestTimers;
let app: TestApp;
let cookie: string;

async function start(options: TestAppOptions = {}) {
  timers = createTestTimers();
  app = await createTestApp({ timers, ...options, env: { WEBHOOK_ALLOW_LOCAL: 'true', ...options.env } });
  cookie = await app.signIn();
}
beforeEach(async () => {
  receiver = await createTestReceiver();
  await start();
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const wanted = (fields: Partial<WebhookFields> = {}): WebhookFields => ({
  name: 'Courier',
  address: `${receiver.address}/hook?x=1`,
  events: [...WEBHOOK_EVENTS],
  hearsDrafts: false,
  isOn: true,
  ...fields,
});
const make = async (fields?: Partial<WebhookFields>) =>
  (await ask(app.http, createWebhook, { cookie, body: wanted(fields) })).body;
const list = async (id: number) => (await ask(app.http, listWebhookDeliveries, { cookie, params: { id } })).body;
const post = {
  title: 'Tea',
  slug: 'tea',
  excerpt: 'About tea.',
  content: 'Words about tea.',
  categoryId: 4,
  published: true,
  readTime: 1,
};
const publish = async (fields = {}) =>
  (await ask(app.http, createPost, { cookie, body: { ...post, ...fields } })).body.id;
const said = () => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; post: { slug: string } });
const types = () => said().map(({ type }) => type);
/** Lets time pass, for the clock and for the timers. */
const pass = (milliseconds: number) => {
  app.clock.advance(milliseconds);
  timers.advance(milliseconds);
};

describe('a webhook', () => {
  test('is told what happens to posts that readers see, signed, and each event under its id', async () => {
    const { secretText, ...made } = await make();
    expect(secretText).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const id = await publish();
    await expect.poll(types).toEqual(['written', 'went-live']);
    const [, { headers, body, path } = { headers: {}, body: '', path: '' }] = receiver.received;
    const message = JSON.parse(body);
    expect(message).toMatchObject({ type: 'went-live', cause: 'save', batch: null, at: new Date(NOW).toISOString() });
    expect(message.post).toEqual({
      id,
      slug: 'tea',
      previousSlug: null,
      title: 'Tea',
      url: 'http://site.test/post/tea',
      excerpt: 'About tea.',
      featuredImage: null,
      publishedAt: new Date(NOW).toISOString(),
      updatedAt: new Date(NOW).toISOString(),
      readTime: 1,
      category: { slug: 'travel', name: 'Travel' },
      author: { slug: 'ada-byron', name: 'Ada Byron' },
      tags: [],
    });
    expect(path).toBe('/hook?x=1');
    expect(headers['webhook-id']).toBe(message.id);
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(NOW / 1000));
    const key = Buffer.from(secretText.slice('whsec_'.length), 'base64');
    const signed = createHmac('sha256', key).update(`${message.id}.${headers['webhook-timestamp']}.${body}`);
    expect(headers['webhook-signature']).toBe(`v1,${signed.digest('base64')}`);
    await expect.poll(async () => (await list(made.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    expect((await list(made.id))[0]).toMatchObject({ body, attempts: 1, status: 204, messageId: message.id });
  });

  test('keeps its secret sealed, tells it once, and takes another', async () => {
    const { secretText, ...made } = await make();
    const stored = app.database.sqlite.prepare('select secret from webhooks').pluck().get() as Buffer;
    expect(stored.toString('latin1')).not.toContain(secretText.slice(6, 20));
    const { body } = await ask(app.http, listWebhooks, { cookie });
    expect(body).toEqual([made]);
    const renewed = (await ask(app.http, renewWebhookSecret, { cookie, params: { id: made.id } })).body;
    expect(renewed.secretText).not.toBe(secretText);
    app.database.sqlite.prepare('update webhooks set secret = ?').run(Buffer.alloc(80));
    expect((await ask(app.http, listWebhooks, { cookie })).body[0]?.secret).toBe('again');
    const tried = await ask(app.http, testWebhook, { cookie, params: { id: made.id } });
    expect(tried.body).toMatchObject({
      state: 'failed',
      status: null,
      words: expect.stringContaining('Make a new one'),
    });
    expect(receiver.received).toEqual([]);
  });

  test('hears of drafts only where that is wanted, and then of no more than their name', async () => {
    await make({ events: ['written', 'gone'] });
    const secret = { title: 'Not yet', content: 'Secret words', excerpt: 'Secret' };
    const { body: draft } = await ask(app.http, saveDraft, { cookie, body: secret });
    await ask(app.http, deletePost, { cookie, params: { id: draft.id } });
    const id = await publish();
    await expect.poll(types).toEqual(['written']);
    const { body: other } = await ask(app.http, listWebhooks, { cookie });
    await ask(app.http, updateWebhook, {
      cookie,
      params: { id: other[0]?.id ?? 0 },
      body: wanted({ hearsDrafts: true }),
    });
    await ask(app.http, saveDraft, { cookie, body: { ...secret, title: 'Later' } });
    await expect
      .poll(() => said().at(-1)?.post)
      .toEqual({
        id: expect.any(Number),
        slug: 'later',
        previousSlug: null,
        title: 'Later',
        url: null,
      });
    await ask(app.http, updatePost, { cookie, params: { id }, body: { published: false } });
    await expect.poll(types).toContain('taken-down');
    expect(JSON.stringify(said())).not.toContain('Secret');
  });

  test('that is down holds up no other one and no save, and gets what it missed, under the same id', async () => {
    const down = await createTestReceiver();
    await down.close();
    const { id } = await make({ address: `${down.address}/`, events: ['went-live'] });
    const other = await make({ events: ['went-live'] });
    await publish();
    await expect.poll(types).toEqual(['went-live']);
    await expect.poll(async () => (await list(id))[0]?.attempts).toBe(1);
    const [waiting] = await list(id);
    expect(waiting).toMatchObject({ state: 'waiting', status: null, words: 'Nobody answers at this address.' });
    expect(waiting?.dueAt).toBe(new Date(NOW + (WAITS[0] ?? 0)).toISOString());
    await ask(app.http, updateWebhook, { cookie, params: { id }, body: wanted({ events: ['went-live'] }) });
    await timers.set(WAITS[0] ?? 0);
    pass(WAITS[0] ?? 0);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await list(other.id))[0]?.messageId).toBe(waiting?.messageId);
  });

  test('is tried for a day, ever more seldom, and then no more', async () => {
    const { id } = await make({ events: ['went-live'] });
    receiver.answer((response) => response.writeHead(500).end('<b>Out of order</b>\n\u0007'));
    await publish();
    for (const [tries, wait] of WAITS.entries()) {
      await timers.set(Math.min(wait, 60 * 60 * 1000));
      expect(receiver.received).toHaveLength(tries + 1);
      pass(Math.min(wait, 60 * 60 * 1000));
      for (let rest = wait - 60 * 60 * 1000; rest > 0; rest -= 60 * 60 * 1000) {
        await timers.set(Math.min(rest, 60 * 60 * 1000));
        pass(Math.min(rest, 60 * 60 * 1000));
      }
      await expect.poll(() => receiver.received.length).toBe(tries + 2);
    }
    await expect.poll(async () => (await list(id))[0]?.state).toBe('failed');
    expect((await list(id))[0]).toMatchObject({
      attempts: WAITS.length + 1,
      dueAt: null,
      words: 'The answer was 500: “<b>Out of order</b>”',
    });
    expect(app.clock.now() - NOW).toBeLessThanOrEqual(DAY);
    expect(app.clock.now() - NOW).toBeGreaterThan(0.9 * DAY);
  });

  test('that asks for time is given it, up to an hour', async () => {
    const { id } = await make({ events: ['went-live'] });
    receiver.answer((response) => response.writeHead(429, { 'retry-after': '999999' }).end());
    await publish();
    await timers.set(60 * 60 * 1000);
    expect((await list(id))[0]?.dueAt).toBe(new Date(NOW + 60 * 60 * 1000).toISOString());
  });

  test('whose address is gone is switched off; no redirect is followed', async () => {
    const { id } = await make({ events: ['went-live'] });
    receiver.answer((response) => response.writeHead(302, { location: `${receiver.address}/elsewhere` }).end());
    const { body: led } = await ask(app.http, testWebhook, { cookie, params: { id } });
    expect(led).toMatchObject({ status: 302, state: 'failed', words: expect.stringContaining('leads elsewhere') });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?x=1']);
    receiver.answer((response) => response.writeHead(410).end());
    await publish();
    await expect.poll(async () => (await ask(app.http, listWebhooks, { cookie })).body[0]?.isOn).toBe(false);
    const [webhook] = (await ask(app.http, listWebhooks, { cookie })).body;
    expect(webhook?.offReason).toContain('410');
    await publish({ slug: 'cups' });
    expect(await list(id)).toHaveLength(2);
  });

  test('hears of many posts at once as one batch, and not of an import', async () => {
    await make({ events: ['went-live'] });
    const ids = [];
    for (const slug of ['a', 'b', 'c']) ids.push(await app.post({ slug, published: false }));
    const { db, close } = openDatabase(`${app.folder}/${DATABASE_FILE}`);
    await insertPost(db, postValues({ slug: 'imported' }), NOW, { cause: 'import', at: NOW });
    await close();
    const changes = [{ posts: ids.map((id) => ({ id })), set: { published: true } }];
    await ask(app.http, changePosts, { cookie, body: { changes } });
    await expect.poll(() => said().map(({ post: { slug } }) => slug)).toEqual(['a', 'b', 'c']);
    const batches = said().map((message) => 'batch' in message && message.batch);
    expect(new Set(batches)).toEqual(new Set([expect.stringMatching(/^bulk /)]));
  });

  test('gets after a kill what it was not known to have taken', async () => {
    const { id } = await make({ events: ['went-live'] });
    receiver.answer(() => undefined);
    await publish();
    await expect.poll(() => receiver.received.length).toBe(1);
    // Closing does not wait for a receiver that says nothing.
    await app.close({ keepFolder: true });
    receiver.answer((response) => response.writeHead(200).end());
    await start({ folder: app.folder });
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
    await expect.poll(async () => (await list(id))[0]?.state).toBe('delivered');
  });
});

describe('messages by hand', () => {
  test('a test goes out at once, also while the webhook is off, and is not tried again', async () => {
    const { id } = await make({ isOn: false });
    const { body } = await ask(app.http, testWebhook, { cookie, params: { id } });
    expect(body).toMatchObject({ type: 'test', state: 'delivered', status: 204, attempts: 1, dueAt: null });
    expect(types()).toEqual(['test']);
    receiver.answer((response) => response.writeHead(503).end());
    const { body: bad } = await ask(app.http, testWebhook, { cookie, params: { id } });
    expect(bad).toMatchObject({ state: 'failed', status: 503, dueAt: null });
  });

  test('one is sent again word for word, under its id', async () => {
    const { id } = await make({ events: ['went-live'] });
    await publish();
    await expect.poll(async () => (await list(id))[0]?.state).toBe('delivered');
    const [sent] = await list(id);
    const params = { id, deliveryId: sent?.id ?? 0 };
    const { body } = await ask(app.http, sendWebhookAgain, { cookie, params });
    expect(body).toMatchObject({ state: 'delivered', attempts: 2 });
    const [first, second] = receiver.received;
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    const other = await make();
    expect((await refused(app.http, sendWebhookAgain, { cookie, params: { ...params, id: other.id } })).code).toBe(
      'not_found',
    );
  });

  test('an answer without end is read to its limit and counts as its status', async () => {
    const { id } = await make();
    receiver.answer((response) => response.writeHead(500).write('a'.repeat(200_000)));
    const { body } = await ask(app.http, testWebhook, { cookie, params: { id } });
    expect(body.status).toBe(500);
    expect(body.words.length).toBeLessThan(400);
  });

  test('what is kept of them is 7 days old at the most, and a thousand of each webhook', async () => {
    const { id } = await make({ isOn: false });
    await ask(app.http, testWebhook, { cookie, params: { id } });
    const insert = app.database.sqlite.prepare(
      `insert into webhook_deliveries (webhook_id, message_id, type, body, state, created_at)
       values (?, ?, 'test', '{}', 'failed', ?)`,
    );
    const at = new Date(NOW + 6 * DAY).toISOString();
    for (let count = 0; count < 1005; count += 1) insert.run(id, `m${count}`, at);
    await sweep(app.database.db, NOW + 8 * DAY);
    const count = app.database.sqlite.prepare('select count(*) from webhook_deliveries').pluck().get();
    expect(count).toBe(1000);
    await ask(app.http, deleteWebhook, { cookie, params: { id } });
    expect(app.database.sqlite.prepare('select count(*) from webhook_deliveries').pluck().get()).toBe(0);
  });
});

describe('the form', () => {
  const addresses = [
    ['ftp://example.com/', 'An address begins with https://.'],
    ['https://user:word@example.com/', 'The address must hold no name and no password.'],
    ['https://example.com/#a', 'The address must hold no “#”.'],
    ['https://169.254.169.254/latest', 'This address leads to a network that nobody may be asked in.'],
    ['https://[fe80::1]/', 'This address leads to a network that nobody may be asked in.'],
    ['https://[::ffff:169.254.169.254]/', 'This address leads to a network that nobody may be asked in.'],
    ['https://100.100.100.200/', 'This address leads to a network that nobody may be asked in.'],
  ] as const;
  test('refuses an address that is none, holds what it must not, or leads where nobody may be asked', async () => {
    for (const [address, message] of addresses) {
      const refusal = await refused(app.http, createWebhook, { cookie, body: { ...wanted(), address } });
      expect([address, refusal.issues]).toEqual([address, [{ path: 'address', message }]]);
    }
  });

  test('takes as many webhooks as there can be, with one event at least', async () => {
    for (let count = 0; count < MOST_WEBHOOKS; count += 1) await make({ isOn: false });
    expect((await refused(app.http, createWebhook, { cookie, body: wanted() })).code).toBe('too_many_webhooks');
    const bare = { ...wanted(), events: [] };
    expect((await refused(app.http, createWebhook, { cookie, body: bare })).issues?.[0]?.path).toBe('events');
  });
});
