import { beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { DAY, HOUR } from '#server/repositories/blog-fixture.ts';
import { ASKS_OF_A_NETWORK, ASKS_OF_ALL } from '#server/services/subscribers/invitations.ts';
import { askSubscription } from '#shared/contract/letters/subscriptions.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp } from '../../test-app.ts';
import { anotherReader, ask as call, refused } from '../../test-call.ts';
import { fieldsOf } from '../../test-mail-server.ts';
import { openSubscriptionSite, type SubscriptionSite } from '../../test-subscriptions.ts';

// Following by e-mail as a reader without JavaScript does it, tested with a real mail server.

let site: SubscriptionSite;
sharedByFile(
  async () => {
    site = await openSubscriptionSite();
  },
  () => site.close(),
);
/** Nobody follows, no mail was sent, and the limits count from zero again. */
beforeEach(async () => {
  await site.app.services.invitations.settled();
  advance(2 * HOUR);
  for (const table of ['subscriber_topics', 'newsletter_subscribers', 'pending_subscriptions', 'suppressed_addresses'])
    site.app.database.sqlite.exec(`delete from ${table}`);
  site.mail.mails.length = 0;
  site.mail.onText = () => null;
  site.logged.length = 0;
});

const db = () => site.app.database.db;
const subscribers = () => db().selectFrom('newsletter_subscribers').selectAll().execute();
const pending = () => db().selectFrom('pending_subscriptions').selectAll().execute();
const followed = async () =>
  (await db().selectFrom('subscriber_topics').selectAll().execute()).map(
    ({ kind, target_id }) => `${kind}:${target_id}`,
  );
const advance = (milliseconds: number) => site.app.clock.advance(milliseconds);

describe('to follow', () => {
  test('an address is given, a mail comes, its page has a button, and only that confirms', async () => {
    const response = await site.ask('Mira@Example.org', 'category:3');
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(response.body).toContain('Look at your mail');
    expect(await subscribers()).toEqual([]);

    const [mail] = site.mail.mails;
    expect([mail?.from, mail?.to]).toEqual(['owner@blog.example', 'Mira@example.org']);
    expect(fieldsOf(mail, 'Subject')).toEqual(['Please confirm that you follow Tea']);
    expect(fieldsOf(mail, 'From')).toEqual(['Tea <owner@blog.example>']);
    expect(fieldsOf(mail, 'Auto-Submitted')).toEqual(['auto-generated']);
    const link = site.linkIn();
    expect(link).toMatch(/^\/subscription\/confirm\/[\w-]{43}$/);
    // The value in the database opens nothing.
    expect(JSON.stringify(await pending())).not.toContain(link.split('/').at(-1));

    for (let times = 0; times < 3; times += 1) {
      const page = await site.get(link);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain(`<form action="${link}" method="post">`);
    }
    expect(await subscribers()).toEqual([]);

    const confirmed = await site.post(link);
    expect(confirmed.statusCode).toBe(303);
    expect(await subscribers()).toMatchObject([
      { email: 'Mira@example.org', subscribed: 1, source: 'site', ended_at: null },
    ]);
    expect(await followed()).toEqual(['category:3']);
    expect(await pending()).toEqual([]);
    expect((await site.get(String(confirmed.headers.location))).body).toContain('You follow now.');

    const again = await site.post(link);
    expect([again.statusCode, again.body.includes('This link does not work any more')]).toEqual([404, true]);
  });

  test('several topics are asked for at once, and what is added on the same day is confirmed with them', async () => {
    await site.post(
      '/subscribe',
      'email=mira%40example.org&topic=site&topic=category%3A3&topic=category%3A3&topic=nonsense',
    );
    await site.ask('mira@example.org', 'author:1');
    expect(site.mail.mails).toHaveLength(1);
    await site.post(site.linkIn());
    expect((await followed()).sort()).toEqual(['author:1', 'category:3', 'site:0']);
  });

  test('an international domain is written as mail servers write it', async () => {
    await site.ask('mira@münchen.example');
    expect(await pending()).toMatchObject([{ email: 'mira@xn--mnchen-3ya.example' }]);
    expect(site.mail.mails).toHaveLength(1);
  });

  test('what is no address letters can go to is refused on a page, and nothing is kept or mailed', async () => {
    const hostile: [what: string, email: string][] = [
      ['nothing', ''],
      ['no address', 'mira'],
      ['two addresses', 'mira@example.org,other@example.org'],
      ['a name beside it', 'Mira <mira@example.org>'],
      ['a line break and a header', 'mira@example.org\r\nBcc: all@evil.example'],
      ['a line break inside', 'mira\n@example.org'],
      ['another kind of line break', 'mira@example.org\u2028x'],
      ['a quoted name', '"mira bcc:"@example.org'],
      ['an address of a machine', 'mira@127.0.0.1'],
      ['too long a one', `${'m'.repeat(250)}@example.org`],
      ['NUL', 'mira\u0000@example.org'],
      ['a domain that says more', 'mira@münchen.example/x?y@z'],
    ];
    for (const [what, email] of hostile) {
      const response = await site.ask(email);
      expect([what, response.statusCode]).toEqual([what, 422]);
      expect(response.body).toContain('role="alert"');
    }
    expect([await pending(), site.mail.mails]).toEqual([[], []]);
  });

  test('what is typed and refused stands in the form again, as text', async () => {
    const { body } = await site.post('/subscribe', { email: '"><script>x</script>', topic: 'category:3' });
    expect(body).not.toContain('<script>x</script>');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(body).toContain('checked="" value="category:3"');
  });

  test('what is not there cannot be followed', async () => {
    for (const topic of ['', 'topic=', 'topic=post%3A1', 'topic=category%3A999999', 'topic=category%3A0']) {
      const response = await site.post('/subscribe', `email=mira%40example.org&${topic}`);
      expect([topic, response.statusCode]).toEqual([topic, 422]);
    }
    expect(await pending()).toEqual([]);
  });

  test('a form of another site’s page is refused', async () => {
    const response = await site.post(
      '/subscribe',
      { email: 'mira@example.org', topic: 'site' },
      { origin: 'https://evil.example' },
    );
    expect([response.statusCode, await pending()]).toEqual([403, []]);
  });
});

describe('what is answered says nothing of the address', () => {
  test('the bytes are the same for one that is new, pending, following, ended, suppressed, erased and a program’s', async () => {
    await site.follow('follows@example.org');
    await site.post(`${await site.follow('ended@example.org')}/unsubscribe`);
    await site.post(`${await site.follow('erased@example.org')}/erase`);
    await site.app.services.subscribers.suppress('bounced@example.org', 'bounced');
    await site.ask('pending@example.org');
    const names = ['new', 'follows', 'FOLLOWS', 'ended', 'erased', 'bounced', 'pending'];
    const answers = [];
    for (const name of names) answers.push(await site.ask(`${name}@example.org`));
    answers.push(
      await site.post('/subscribe', { email: 'bot@example.org', topic: 'site', website: 'https://spam.example' }),
    );
    for (const { statusCode, body, headers } of answers) {
      const { date: _, 'x-ratelimit-remaining': __, 'x-ratelimit-reset': ___, ...kept } = headers;
      expect({ statusCode, body, kept }).toEqual({
        statusCode: 200,
        body: answers[0]?.body,
        kept: expect.objectContaining({ vary: answers[0]?.headers.vary }),
      });
    }
    const api = [];
    for (const name of names) {
      const { body, headers } = await call(site.app.http, askSubscription, {
        body: { email: `${name}@example.org`, topics: [{ kind: 'site', targetId: 0 }] },
        from: anotherReader(),
      });
      api.push([body, Object.keys(headers).sort()]);
    }
    expect(new Set(api.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('suppressed addresses and what a program fills in get nothing', async () => {
    await site.app.services.subscribers.suppress('bounced@example.org', 'bounced');
    await site.app.services.subscribers.suppress('spam@example.org', 'complained');
    await site.ask('Bounced@example.org');
    await site.ask('spam@example.org');
    await site.post('/subscribe', { email: 'bot@example.org', topic: 'site', website: 'x' });
    await site.app.services.invitations.settled();
    expect([site.mail.mails, await pending()]).toEqual([[], []]);
  });

  test('who follows already gets the link of their own page, once a day', async () => {
    const own = await site.follow('mira@example.org');
    await site.ask('MIRA@example.org', 'category:3');
    await site.ask('mira@example.org');
    expect(site.mail.mails).toHaveLength(2);
    expect(fieldsOf(site.mail.mails[1], 'Subject')).toEqual(['You follow Tea already']);
    expect(site.linkIn()).toBe(own);
    advance(DAY);
    await site.ask('mira@example.org');
    expect(site.mail.mails).toHaveLength(3);
    expect(await followed()).toEqual(['site:0']);
  });
});

describe('a confirmation', () => {
  test('is sent once a day; the next day’s link takes the place of the first', async () => {
    await site.ask('mira@example.org');
    const first = site.linkIn();
    advance(DAY - 1000);
    await site.ask('Mira@example.org');
    expect(site.mail.mails).toHaveLength(1);
    advance(1000);
    await site.ask('mira@example.org');
    expect(site.mail.mails).toHaveLength(2);
    expect((await site.get(first)).statusCode).toBe(404);
    expect((await site.get(site.linkIn())).statusCode).toBe(200);
  });

  test('works for 48 hours; then the address is gone', async () => {
    await site.ask('mira@example.org');
    const link = site.linkIn();
    advance(2 * DAY - 1);
    await sweep(db(), site.app.clock.now());
    expect((await site.get(link)).statusCode).toBe(200);
    advance(1);
    expect((await site.get(link)).statusCode).toBe(404);
    expect((await site.post(link)).statusCode).toBe(404);
    await sweep(db(), site.app.clock.now());
    expect([await pending(), await subscribers()]).toEqual([[], []]);
  });

  test('the mail server has refused is sent when it is asked for again', async () => {
    site.mail.onText = () => ({ code: 451, message: 'busy' });
    expect((await site.ask('mira@example.org')).statusCode).toBe(200);
    expect(site.logged.join()).toContain('a mail to somebody who subscribes could not be sent');
    site.mail.onText = () => null;
    await site.ask('mira@example.org');
    expect(site.mail.mails).toHaveLength(1);
    expect((await site.get(site.linkIn())).statusCode).toBe(200);
  });

  test('the mail server has put off is tried again after five minutes and after thirty, and then no more', async () => {
    const { confirmations } = site.app;
    const tries: number[] = [];
    site.mail.onText = () => {
      tries.push(site.app.clock.now());
      return { code: 451, message: 'greylisted' };
    };
    const start = site.app.clock.now();
    await site.ask('mira@example.org');
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      advance(60_000);
      if (minute < 60 || minute % 60 === 0) await confirmations.sendDue();
    }
    expect(tries.map((at) => (at - start) / 60_000)).toEqual([0, 5, 35]);
    expect((await pending())[0]).toMatchObject({ mailed_at: null, next_try_at: null, tries: 3 });
    site.mail.onText = () => null;
    await site.ask('mira@example.org');
    expect((await site.get(site.linkIn())).statusCode).toBe(200);
    expect(await confirmations.sendDue()).toBeNull();
  });

  test('comes once where a later try is taken, and what was asked for in between is confirmed with it', async () => {
    site.mail.onText = () => ({ code: 421, message: 'busy' });
    await site.ask('mira@example.org', 'category:3');
    site.mail.onText = () => null;
    advance(5 * 60_000);
    await site.app.confirmations.sendDue();
    await site.ask('mira@example.org', 'author:1');
    advance(30 * 60_000);
    await site.app.confirmations.sendDue();
    expect(site.mail.mails).toHaveLength(1);
    await site.post(site.linkIn());
    expect((await followed()).sort()).toEqual(['author:1', 'category:3']);
  });

  test('a kill has ended in the middle is tried again, and says that it was mailed only once it was taken', async () => {
    let seen: unknown = null;
    site.mail.onText = () => ({ code: 451, message: 'busy' });
    await site.ask('mira@example.org');
    // The state that a kill leaves: the attempt has begun, and nobody knows how it ended.
    expect((await pending())[0]).toMatchObject({ mailed_at: null, tries: 1, next_try_at: expect.any(String) });
    site.mail.onText = () => null;
    advance(5 * 60_000);
    const sending = site.app.confirmations.sendDue();
    seen = (await pending())[0]?.mailed_at;
    await sending;
    expect([seen, (await pending())[0]?.mailed_at]).toEqual([null, new Date(site.app.clock.now()).toISOString()]);
  });

  test('an address the mail server has refused for good is not tried again', async () => {
    site.mail.onText = () => ({ code: 550, message: 'no such mailbox' });
    await site.ask('mira@example.org');
    expect(await site.app.confirmations.sendDue()).toBeNull();
    advance(HOUR);
    await site.app.confirmations.sendDue();
    expect((await pending())[0]).toMatchObject({ tries: 1, next_try_at: null, mailed_at: null });
  });

  test('brings back who has ended, with the links of their earlier letters', async () => {
    const own = await site.follow('mira@example.org', 'category:3');
    await site.post(`${own}/unsubscribe`);
    advance(DAY);
    expect(await site.follow('mira@example.org', 'category:4')).toBe(own);
    expect(await subscribers()).toMatchObject([{ subscribed: 1, ended_at: null }]);
    expect(await followed()).toEqual(['category:4']);
  });

  test('a guess is not found, and leads nowhere', async () => {
    for (const secret of ['x', 'a'.repeat(43), '..%2f..', '%00', 'a'.repeat(1900)]) {
      expect((await site.get(`/subscription/confirm/${secret}`)).statusCode).toBe(404);
      expect((await site.post(`/subscription/confirm/${secret}`)).statusCode).toBe(404);
    }
  });
});

describe('limits', () => {
  test('of one network: the first ones a minute are answered, and the rest is turned away', async () => {
    const answers = [];
    for (let number = 0; number < 200; number += 1) {
      const fields = { email: `mira${number}@example.org`, topic: 'site' };
      answers.push((await site.post('/subscribe', fields, {}, '203.0.113.7')).statusCode);
    }
    await site.app.services.invitations.settled();
    expect(answers.filter((status) => status === 200)).toHaveLength(10);
    expect(new Set(answers.slice(10))).toEqual(new Set([429]));
    expect(site.mail.mails).toHaveLength(10);
  });

  test('10,000 in a minute from one network: letters to a few, and others still get theirs', async () => {
    const { invitations } = site.app.services;
    const outcomes = new Set<unknown>();
    for (let number = 0; number < 10_000; number += 1) {
      const fields = {
        email: `mira${number}@example.org`,
        topics: [{ kind: 'site' as const, targetId: 0 }],
        isProgram: false,
      };
      await invitations.ask(fields, '203.0.113.7').catch((error) => outcomes.add(error.code));
    }
    await invitations.settled();
    expect([...outcomes]).toEqual(['rate_limited']);
    expect(site.mail.mails).toHaveLength(ASKS_OF_A_NETWORK);
    expect((await site.ask('other@example.org')).statusCode).toBe(200);
    expect(site.mail.mails).toHaveLength(ASKS_OF_A_NETWORK + 1);
    advance(HOUR);
    await invitations.ask(
      { email: 'a@example.org', topics: [{ kind: 'site', targetId: 0 }], isProgram: false },
      '203.0.113.7',
    );
    await invitations.settled();
  });

  test('of all networks together in an hour, whatever the addresses', async () => {
    const { invitations } = site.app.services;
    let turnedAway = 0;
    for (let number = 0; number < ASKS_OF_ALL + 5; number += 1) {
      const fields = { email: 'mira@example.org', topics: [{ kind: 'site' as const, targetId: 0 }], isProgram: false };
      await invitations.ask(fields, `203.0.${number % 256}.${number >> 8}`).catch(() => {
        turnedAway += 1;
      });
    }
    await invitations.settled();
    expect(turnedAway).toBe(5);
    expect(site.mail.mails).toHaveLength(1);
  });

  test('of who guesses links', async () => {
    const statuses = [];
    for (let number = 0; number < 61; number += 1) {
      const url = `/subscription/${String(number).padStart(32, '0')}`;
      statuses.push((await site.app.http.inject({ url, remoteAddress: '203.0.113.9' })).statusCode);
    }
    expect([statuses.slice(0, 60).every((status) => status === 404), statuses[60]]).toEqual([true, 429]);
  });
});

test('without a mail server there is no form, and nothing takes one', async () => {
  const app = await createTestApp({ posts: [{ slug: 'tea' }] });
  try {
    for (const url of ['/', '/follow', '/post/tea', '/category/technology', '/author/ada-byron']) {
      expect((await app.http.inject(url)).body).not.toContain('/subscribe');
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await app.http.inject({
      method: 'POST',
      url: '/subscribe',
      headers,
      payload: 'email=a%40b.example&topic=site',
    });
    expect(posted.statusCode).toBe(404);
    const body = { email: 'a@b.example', topics: [{ kind: 'site', targetId: 0 }] };
    expect((await refused(app.http, askSubscription, { body })).code).toBe('mail_not_configured');
  } finally {
    await app.close();
  }
});

test('every page for readers has a form that names what it is about, the same for everybody', async () => {
  await site.app.post({ slug: 'tea', categoryId: 3, tags: ['Green Tea'] });
  const tag = await db().selectFrom('tags').select('id').executeTakeFirstOrThrow();
  const has = async (url: string, ...values: string[]) => {
    const { body } = await site.get(url);
    for (const value of values) expect(body, `${url} ${value}`).toContain(`value="${value}"`);
    expect(body).toContain('<form class="subscribe" action="/subscribe" method="post">');
    expect((await site.get(url)).body).toBe(body);
  };
  const category = await db().selectFrom('categories').select('slug').where('id', '=', 3).executeTakeFirstOrThrow();
  await has('/', 'site');
  await has('/follow', 'site', 'category:1', 'category:3');
  await has(`/category/${category.slug}`, 'category:3');
  await has('/tag/green-tea', `tag:${tag.id}`);
  await has('/author/ada-byron', 'author:1');
  await has('/post/tea', 'site', 'category:3', 'author:1', `tag:${tag.id}`);
});
