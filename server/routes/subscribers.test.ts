import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { deleteAuthor } from '#server/repositories/authors.ts';
import { DAY } from '#server/repositories/blog-fixture.ts';
import { deleteCategory } from '#server/repositories/categories.ts';
import { deleteTag, findOrCreateTags, mergeTags } from '#server/repositories/tags.ts';
import {
  addSubscriber,
  deletePendingSubscription,
  endSubscriber,
  eraseSubscriber,
  exportSubscribers,
  getSubscriber,
  getSubscriberFigures,
  listPendingSubscriptions,
  listSubscribers,
} from '#shared/contract/letters/subscribers.ts';
import type { Topic } from '#shared/kernel/topic.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { openSubscriptionSite, type SubscriptionSite } from '../test-subscriptions.ts';

let site: SubscriptionSite;
let cookie: string;
/** Begins the site anew, before and after a test that moves the clock by months or deletes what others follow. */
const beginAnew = sharedByFile(
  async () => {
    site = await openSubscriptionSite();
    cookie = await site.app.signIn();
  },
  () => site.close(),
);
/** Nobody follows, and no mail was sent. */
beforeEach(async () => {
  await site.app.services.invitations.settled();
  for (const table of ['subscriber_topics', 'newsletter_subscribers', 'pending_subscriptions', 'suppressed_addresses'])
    site.app.database.sqlite.exec(`delete from ${table}`);
  site.mail.mails.length = 0;
});

const http = () => site.app.http;
const db = () => site.app.database.db;
const list = async (query: object = {}) => (await ask(http(), listSubscribers, { cookie, query })).body;
const idOf = async (email: string) => (await list({ q: email }))[0]?.id ?? 0;
const wholeSite: Topic[] = [{ kind: 'site', targetId: 0 }];
const add = (email: string, topics = wholeSite) => ({ cookie, body: { email, topics } });

test('who follows is listed with what, since when and where from, and is found by a part of the address', async () => {
  const createdAt = new Date(site.app.clock.now()).toISOString();
  await site.follow('mira@example.org', 'category:3');
  site.app.clock.advance(1000);
  await site.follow('joe_50%@example.org'.replace('%', ''));
  expect((await list()).map(({ email }) => email)).toEqual(['joe_50@example.org', 'mira@example.org']);
  expect(await list({ q: 'MIRA@' })).toMatchObject([
    {
      ...{ email: 'mira@example.org', name: null, state: 'following', source: 'site', endedAt: null },
      topics: [{ kind: 'category', targetId: 3, name: 'Business' }],
      createdAt,
    },
  ]);
  expect(await list({ q: 'e_5' })).toHaveLength(1);
  expect([await list({ q: 'r_a' }), await list({ q: '%' })]).toEqual([[], []]);
});

test('states are told apart, and page after page shows everybody once', async () => {
  const at = (number: number) => new Date(site.app.clock.now() + (number % 3) * 1000).toISOString();
  await db()
    .insertInto('newsletter_subscribers')
    .values(
      Array.from({ length: 10 }, (_, number) => ({
        email: `reader${number}@example.org`,
        subscribed: number < 7 ? (1 as const) : (0 as const),
        created_at: at(number),
        link_key: String(number).padStart(32, '0'),
      })),
    )
    .execute();
  await site.app.services.subscribers.suppress('reader9@example.org', 'bounced');
  const emails: string[] = [];
  let cursor: string | null = null;
  do {
    const query: object = { limit: 3, ...(cursor && { cursor }) };
    const { body, headers } = await ask(http(), listSubscribers, { cookie, query });
    expect(headers['x-total-count']).toBe('10');
    emails.push(...body.map(({ email }) => email));
    cursor = /cursor=([^&>]+)/.exec(String(headers.link ?? ''))?.[1] ?? null;
  } while (cursor);
  expect(new Set(emails).size).toBe(10);
  expect(await list({ state: 'following' })).toHaveLength(7);
  expect((await list({ state: 'ended' })).map(({ email }) => email).sort()).toEqual([
    'reader7@example.org',
    'reader8@example.org',
  ]);
  expect(await list({ state: 'suppressed' })).toMatchObject([{ email: 'reader9@example.org', state: 'suppressed' }]);
});

describe('somebody the owner adds', () => {
  test('gets a mail, and is no subscriber before they have confirmed', async () => {
    await ask(http(), addSubscriber, add('mira@example.org'));
    await site.app.services.invitations.settled();
    expect([await list(), site.mail.mails.length]).toEqual([[], 1]);
    const { body } = await ask(http(), listPendingSubscriptions, { cookie });
    expect(body).toMatchObject([{ email: 'mira@example.org', source: 'owner', topics: [{ kind: 'site', name: '' }] }]);
    await site.post(site.linkIn());
    expect(await list()).toMatchObject([{ source: 'owner', state: 'following' }]);
    expect((await refused(http(), addSubscriber, add('MIRA@example.org'))).code).toBe('already_follows');
  });

  test('is refused where letters came back, and gets no second mail on one day', async () => {
    await site.app.services.subscribers.suppress('gone@example.org', 'bounced');
    expect((await refused(http(), addSubscriber, add('Gone@example.org'))).code).toBe('address_suppressed');
    await site.ask('mira@example.org');
    await ask(http(), addSubscriber, add('mira@example.org', [{ kind: 'category', targetId: 3 }]));
    await site.app.services.invitations.settled();
    expect(site.mail.mails).toHaveLength(1);
  });

  test('can be forgotten before they confirm', async () => {
    await site.ask('mira@example.org');
    const { body } = await ask(http(), listPendingSubscriptions, { cookie });
    await ask(http(), deletePendingSubscription, { cookie, params: { id: body[0]?.id ?? 0 } });
    expect((await site.get(site.linkIn())).statusCode).toBe(404);
    const again = await refused(http(), deletePendingSubscription, { cookie, params: { id: body[0]?.id ?? 0 } });
    expect(again.code).toBe('not_found');
  });

  test('is not asked without a mail server', async () => {
    const app = await createTestApp();
    const owner = { ...add('mira@example.org'), cookie: await app.signIn() };
    expect((await refused(app.http, addSubscriber, owner)).code).toBe('mail_not_configured');
    expect((await ask(app.http, getSubscriberFigures, { cookie: owner.cookie })).body.canMail).toBe(false);
    await app.close();
  });
});

test('who follows already and has asked again does not stand among the unconfirmed', async () => {
  await site.follow('mira@example.org');
  await site.ask('mira@example.org');
  expect((await ask(http(), listPendingSubscriptions, { cookie })).body).toEqual([]);
});

test('the owner ends a subscription, and erases one without a trace but a hash', async () => {
  await site.follow('mira@example.org');
  const id = await idOf('mira@example.org');
  const { body: ended } = await ask(http(), endSubscriber, { cookie, params: { id } });
  expect(ended).toMatchObject({ state: 'ended', endedAt: new Date(site.app.clock.now()).toISOString() });
  await ask(http(), eraseSubscriber, { cookie, params: { id } });
  expect(await list()).toEqual([]);
  expect(await db().selectFrom('subscriber_topics').selectAll().execute()).toEqual([]);
  expect(await db().selectFrom('suppressed_addresses').selectAll().execute()).toMatchObject([{ reason: 'erased' }]);
  for (const call of [endSubscriber, eraseSubscriber, getSubscriber])
    expect((await refused(http(), call, { cookie, params: { id } })).code).toBe('not_found');
});

test('all that is kept of one subscriber is told', async () => {
  await site.follow('mira@example.org', 'category:3');
  await site.ask('mira@example.org');
  await site.app.services.subscribers.suppress('mira@example.org', 'complained');
  const { body } = await ask(http(), getSubscriber, { cookie, params: { id: await idOf('mira') } });
  expect(body).toMatchObject({ email: 'mira@example.org', state: 'suppressed', suppressed: { reason: 'complained' } });
});

test('all are taken out as a table in which no cell is a formula', async () => {
  await db()
    .insertInto('newsletter_subscribers')
    .values([
      { email: '+49@example.org', name: '=cmd|"/c calc"!A1', created_at: '2025-01-01T00:00:00.000Z', link_key: 'a' },
      { email: 'mira@example.org', name: 'Mira, née "K"\nX', created_at: '2025-01-02T00:00:00.000Z', link_key: 'b' },
    ])
    .execute();
  const { body } = await ask(http(), exportSubscribers, { cookie });
  expect(body.fileName).toBe('subscribers-2025-06-01.csv');
  expect(body.csv).toBe(
    [
      'email,name,state,follows,since,ended,source',
      `'+49@example.org,"'=cmd|""/c calc""!A1",following,,2025-01-01T00:00:00.000Z,,site`,
      'mira@example.org,"Mira, née ""K""\nX",following,,2025-01-02T00:00:00.000Z,,site',
      '',
    ].join('\r\n'),
  );
});

test('figures say who follows what, and how that came about', async () => {
  await beginAnew();
  onTestFinished(beginAnew);
  await site.follow('one@example.org', 'category:3');
  const own = await site.follow('two@example.org', 'category:3');
  site.app.clock.advance(31 * DAY);
  await site.post(`${own}/unsubscribe`);
  await site.ask('three@example.org');
  const { body } = await ask(http(), getSubscriberFigures, { cookie: await site.app.signIn() });
  expect(body).toMatchObject({ following: 1, ended: 1, suppressed: 0, pending: 1, canMail: true });
  expect(body.topics).toEqual([{ kind: 'category', targetId: 3, name: 'Business', followers: 1 }]);
  expect(body.months).toHaveLength(12);
  expect(body.months.slice(-2)).toEqual([
    { month: '2025-06', begun: 2, ended: 0, following: 2 },
    { month: '2025-07', begun: 0, ended: 1, following: 1 },
  ]);
});

test('whoever follows what is deleted follows its heir, confirmed or not; without an heir no longer', async () => {
  await beginAnew();
  onTestFinished(beginAnew);
  const now = site.app.clock.now();
  const [green, black] = await findOrCreateTags(db(), ['green', 'black']);
  if (!green || !black) throw new Error('tags are made');
  await db().insertInto('authors').values({ name: 'Bea', slug: 'bea', email: 'bea@example.com' }).execute();
  const form = 'topic=category%3A3&topic=author%3A2';
  await site.post('/subscribe', `email=mira%40example.org&${form}&topic=tag%3A${green.id}&topic=tag%3A${black.id}`);
  await site.app.services.invitations.settled();
  const confirmation = site.linkIn();
  await site.follow('joe@example.org', `tag:${green.id}`);
  const move = async () => {
    await mergeTags(db(), green.id, black.id, now);
    await deleteCategory(db(), 3, now, 4);
    await deleteAuthor(db(), 2, now, 1);
  };
  await move();
  await site.post(confirmation);
  const follows = async (email: string) =>
    (await list({ q: email }))[0]?.topics.map(({ kind, targetId }) => `${kind}:${targetId}`);
  expect(await follows('joe')).toEqual([`tag:${black.id}`]);
  expect(await follows('mira')).toEqual(['category:4', `tag:${black.id}`, 'author:1']);
  await deleteTag(db(), black.id, now);
  expect([await follows('joe'), await follows('mira')]).toEqual([[], ['category:4', 'author:1']]);
});

test('readers are told of no subscriber', async () => {
  await site.follow('mira@example.org');
  for (const call of [listSubscribers, listPendingSubscriptions, getSubscriberFigures, exportSubscribers])
    expect((await refused(http(), call, {})).code).toBe('unauthorized');
});
