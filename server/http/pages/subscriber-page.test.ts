import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSubscriptionSite, type SubscriptionSite } from '../../test-subscriptions.ts';

// The page that a subscriber opens by the link in each letter, with the one button that ends everything.

let site: SubscriptionSite;
let own: string;
beforeEach(async () => {
  site = await openSubscriptionSite();
  own = await site.follow('mira@example.org', 'category:3');
});
afterEach(() => site.close());

const db = () => site.app.database.db;
const row = () => db().selectFrom('newsletter_subscribers').selectAll().executeTakeFirst();
const followed = async () =>
  (await db().selectFrom('subscriber_topics').selectAll().execute()).map(
    ({ kind, target_id }) => `${kind}:${target_id}`,
  );

test('it shows what is followed and what can be, and tells no address', async () => {
  const { statusCode, body, headers } = await site.get(own);
  expect(statusCode).toBe(200);
  expect(body).toContain('checked="" value="category:3"');
  expect(body).toContain('Everything on Tea');
  expect(body).not.toContain('mira');
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(body).toContain('<meta name="robots" content="noindex, nofollow"/>');
  expect(body).toContain('"events":[],"analyticsId":null,"postId":null');
  expect(site.app.cache.find(own)).toBeUndefined();
});

test('what is chosen is followed from then on', async () => {
  const saved = await site.post(own, 'topic=site&topic=category%3A4&topic=category%3A99999&topic=junk');
  expect([saved.statusCode, saved.headers.location]).toEqual([303, `${own}?done=saved`]);
  expect((await followed()).sort()).toEqual(['category:4', 'site:0']);
  expect((await site.get(`${own}?done=saved`)).body).toContain('Saved.');
  expect((await site.get(`${own}?done=%3Cscript%3E`)).body).not.toContain('script>alert');
});

test('whoever chooses nothing has ended', async () => {
  await site.post(own, '');
  expect(await row()).toMatchObject({ subscribed: 0, ended_at: new Date(site.app.clock.now()).toISOString() });
});

test('a link cannot bring back who has ended: it may have been passed on with a letter', async () => {
  await site.post(`${own}/unsubscribe`);
  await site.post(own, 'topic=site');
  expect(await row()).toMatchObject({ subscribed: 0 });
  expect((await site.get(own)).body).toContain('You get no more letters');
});

test('erasing leaves nothing but a hash, and only a new confirmation brings the address back', async () => {
  await site.ask('mira@example.org');
  const erased = await site.post(`${own}/erase`);
  expect([erased.statusCode, erased.body.includes('Your address is erased')]).toEqual([200, true]);
  expect(await row()).toBeUndefined();
  const tables = [
    'newsletter_subscribers',
    'subscriber_topics',
    'pending_subscriptions',
    'suppressed_addresses',
  ] as const;
  for (const table of tables)
    expect(JSON.stringify(await db().selectFrom(table).selectAll().execute())).not.toContain('mira');
  expect(await db().selectFrom('suppressed_addresses').selectAll().execute()).toMatchObject([{ reason: 'erased' }]);
  expect((await site.get(own)).statusCode).toBe(404);
  await site.follow('mira@example.org');
  expect(await row()).toMatchObject({ subscribed: 1 });
  expect(await db().selectFrom('suppressed_addresses').selectAll().execute()).toEqual([]);
});

describe('one press ends all (RFC 8058)', () => {
  const from = { origin: 'https://mail.provider.example', 'sec-fetch-site': 'cross-site', accept: '*/*' };
  const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  test.each<[string, Record<string, string>, string]>([
    ['as a form', from, 'List-Unsubscribe=One-Click'],
    ['as a form of parts', { ...from, 'content-type': 'multipart/form-data; boundary=b' }, multipart],
    ['as text', { ...from, 'content-type': 'text/plain' }, 'List-Unsubscribe=One-Click'],
    ['without browser or headers', {}, 'List-Unsubscribe=One-Click'],
    ['with nothing in it', from, ''],
  ])('%s, from any site, without cookie, at once', async (_what, headers, body) => {
    const response = await site.post(`${own}/unsubscribe`, body, headers);
    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await row()).toMatchObject({ subscribed: 0 });
    expect((await site.post(`${own}/unsubscribe`, body, headers)).statusCode).toBe(200);
  });

  test('the link alone shows a button', async () => {
    const { statusCode, body } = await site.get(`${own}/unsubscribe`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<form action="${own}/unsubscribe" method="post">`);
    expect(await row()).toMatchObject({ subscribed: 1 });
  });

  test('no other address takes what another site sends', async () => {
    for (const path of [own, `${own}/erase`]) {
      expect((await site.post(path, 'topic=site', from)).statusCode).toBe(403);
    }
    expect(await followed()).toEqual(['category:3']);
  });

  test('a body too large is not read', async () => {
    const response = await site.post(`${own}/unsubscribe`, 'a'.repeat(100_000), from);
    expect([response.statusCode, (await row())?.subscribed]).toEqual([413, 1]);
  });
});

test('a key nobody has is not found, whatever is sent there', async () => {
  for (const end of ['', '/unsubscribe', '/erase']) {
    for (const key of ['0'.repeat(32), 'x', own.split('/').at(-1)?.toUpperCase()]) {
      expect((await site.post(`/subscription/${key}${end}`)).statusCode).toBe(404);
    }
  }
  expect(await row()).toMatchObject({ subscribed: 1 });
});
