import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  countPageView,
  countReadToEnd,
  countView,
  downloadStatistics,
  getFollowers,
  getNiches,
  getReadings,
  getReferrers,
  getSearches,
  listMissingPages,
  listReadPosts,
  type ReadPost,
  searchPosts,
} from '#shared/contract/index.ts';
import { startAiCall } from '../repositories/ai-calls.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { endLetter, insertLetter } from '../repositories/letters/letters.ts';
import { addRecipients, markSent } from '../repositories/letters/recipients.ts';
import { MOST_NAMES_A_DAY } from '../repositories/statistics/add-statistics.ts';
import { MOST_A_DAY } from '../services/statistics/recorder.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, type CallInput } from '../test-call.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'read', title: 'Read', categoryId: 2, tags: ['slow'] },
      { slug: 'other', title: 'Other', categoryId: 3 },
    ],
  });
  cookie = await app.signIn();
});
afterEach(() => app.close());

let readers = 0;
/** A reader in the form that the counting gets. */
const madeUp = { network: 'n', userAgent: BROWSER, isMobile: false, isPrivate: false, isOwner: false };
/** A new reader, at an address of their own. */
const someone = (headers: Record<string, string> = {}) => {
  readers += 1;
  return { from: `10.1.${readers >> 8}.${readers & 255}`, headers: { 'user-agent': BROWSER, ...headers } };
};
const read = (id: number, reader: CallInput<typeof countView> = someone(), from?: string) =>
  ask(app.http, countView, { params: { id }, query: from === undefined ? {} : { from }, ...reader });
const end = (id: number, reader: CallInput<typeof countReadToEnd>) =>
  ask(app.http, countReadToEnd, { params: { id }, ...reader });
const totals = async (query: { range?: '7d' | '12m'; post?: number } = {}) =>
  (await ask(app.http, getReadings, { cookie, query })).body;
const hosts = async () => (await ask(app.http, getReferrers, { cookie })).body;

describe('a reading', () => {
  test('is counted once a reader and day, by device and the site it came from', async () => {
    const reader = someone({ 'user-agent': PHONE });
    for (let times = 0; times < 3; times += 1) await read(1, reader, 'www.News.example:443');
    await read(1, someone({ 'sec-ch-ua-mobile': '?1' }));
    await read(2);
    const { total, times, pages } = await totals();
    expect(total).toEqual({ readings: 3, posts: 3, ends: 0, phones: 2, tablets: 0, computers: 1 });
    expect(times.at(-1)).toMatchObject({ at: '2025-06-01', readings: 3, before: 0 });
    expect(pages).toEqual([{ page: 'post', readings: 3 }]);
    expect(await hosts()).toMatchObject({ hosts: [{ host: 'news.example', readings: 1, before: 0 }], unnamed: 2 });
  });

  test('of a robot, of whoever has asked not to be counted and of the owner is not one', async () => {
    await read(
      1,
      someone({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
    );
    await read(1, someone({ 'user-agent': '' }));
    await read(1, someone({ dnt: '1' }));
    await read(1, someone({ 'sec-gpc': '1' }));
    await read(1, { ...someone(), cookie });
    expect((await totals()).total.readings).toBe(0);
    await app.services.views.flush();
    // The number of views does not belong to the statistics: it counts everybody but the owner.
    expect(app.database.sqlite.prepare('select views from blog_posts where id = 1').pluck().get()).toBe(4);
  });

  test('ends once, and only where it was counted on this day', async () => {
    const reader = someone();
    await end(1, reader);
    await read(1, reader);
    await end(1, reader);
    await end(1, reader);
    await end(2, reader);
    await end(1, someone());
    await end(99, reader);
    expect((await totals()).total).toMatchObject({ readings: 1, ends: 1 });
    app.clock.advance(DAY);
    await end(1, reader);
    expect((await totals()).total.ends).toBe(1);
  });

  test('belongs to its day in UTC, and a clock that jumps moves nothing that was counted', async () => {
    app.clock.advance(Date.UTC(2025, 5, 20, 23, 59, 59, 999) - app.clock.now());
    const reader = someone();
    await read(1, reader);
    app.clock.advance(1);
    await read(1, reader);
    app.clock.advance(-3 * DAY);
    await read(1, reader);
    app.clock.advance(3 * DAY);
    const { times } = await totals({ range: '7d' });
    expect(times.filter(({ readings }) => readings > 0).map(({ at, readings }) => [at, readings])).toEqual([
      ['2025-06-18', 1],
      ['2025-06-20', 1],
      ['2025-06-21', 1],
    ]);
  });

  test('made up by one network adds no more than its share of a day', async () => {
    for (let number = 0; number < MOST_A_DAY.reading + 50; number += 1) {
      const reader = { ...madeUp, network: '203.0.113.7', userAgent: `${BROWSER} ${number}` };
      app.services.counting.postRead(reader, { postId: 1, from: `forged-${number}.example` });
    }
    expect((await totals()).total.readings).toBe(MOST_A_DAY.reading);
    expect((await hosts()).hosts).toHaveLength(MOST_NAMES_A_DAY.hosts + 1);
    await read(1);
    expect((await totals()).total.readings).toBe(MOST_A_DAY.reading + 1);
  });

  test('keeps nothing of a forged referrer', async () => {
    const forged = [
      ...['https://evil.example/path', 'evil.example/path', '<script>alert(1)</script>', "a.example' or 1=1"],
      ...['user@evil.example', 'localhost', '192.168.1.1', '[::1]', 'site.test', 'www.site.test', 'undefined'],
      ...[`${'a.'.repeat(130)}example`, '=cmd.example'],
    ];
    for (const from of forged) await read(1, someone(), from);
    expect(await hosts()).toMatchObject({ hosts: [], unnamed: forged.length });
  });

  test('has letters beyond ASCII in the name of its site as punycode', async () => {
    await read(1, someone(), 'bücher.example');
    expect((await hosts()).hosts).toEqual([{ host: 'xn--bcher-kva.example', readings: 1, before: 0 }]);
  });

  test('of a page that is no post counts by the kind of the page; what is none does not', async () => {
    for (const page of ['home', 'category', 'tag', 'landing', 'post', 'admin', 'pilates-to-pole-dance']) {
      await ask(app.http, countPageView, { params: { page }, ...someone() });
    }
    const { pages, total } = await totals();
    expect(pages.map(({ page }) => page).sort()).toEqual(['category', 'home', 'tag']);
    expect(total).toMatchObject({ readings: 3, posts: 0 });
  });

  test('is written when the server stops, and while another holds the database it is kept', async () => {
    await read(1);
    await app.close({ keepFolder: true });
    app = await createTestApp({ folder: app.folder });
    cookie = await app.signIn();
    expect((await totals()).total.readings).toBe(1);
  });

  test('leaves no address, user agent or path in the database', async () => {
    await read(1, { from: '203.0.113.77', headers: { 'user-agent': `${BROWSER} Peculiar/1.0` } }, 'news.example');
    await app.services.counting.flush();
    const tables = app.database.sqlite.prepare("select name from sqlite_schema where name like 'statistics_%'").pluck();
    const rows = tables.all().map((table) => app.database.sqlite.prepare(`select * from "${String(table)}"`).all());
    expect(JSON.stringify(rows)).toContain('news.example');
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|Peculiar|Mozilla/);
  });
});

describe('what was searched for', () => {
  const search = (q: string, query: object = {}) =>
    ask(app.http, searchPosts, { query: { q, ...query }, ...someone() });
  const searches = async () => (await ask(app.http, getSearches, { cookie })).body;

  test('is told apart by whether anything was found, in one form, on the page as by the call', async () => {
    await search('  Sourdough   STARTER ');
    await app.http.inject({
      url: '/search?q=sourdough+starter',
      remoteAddress: '10.9.9.9',
      headers: { 'user-agent': BROWSER },
    });
    await search('Read');
    expect(await searches()).toEqual({
      missed: [{ words: 'sourdough starter', asked: 2, last: '2025-06-01' }],
      found: [{ words: 'read', asked: 1, last: '2025-06-01' }],
    });
  });

  test('is not kept where it could be a person, while it is only typed, or by the page', async () => {
    await search('ann@example.org');
    await search('0171 / 23 45 678');
    await search('sour', { limit: 5 });
    await search('sour', { page: 2 });
    expect(await searches()).toEqual({ missed: [], found: [] });
    await search('x'.repeat(300));
    expect((await searches()).missed[0]?.words).toHaveLength(80);
  });

  test('keeps as many words a day as there is room for; the others are one', async () => {
    const count = MOST_NAMES_A_DAY.words + 5;
    for (let number = 0; number < count; number += 1) {
      const reader = { ...madeUp, network: `n${number}` };
      app.services.counting.searched(reader, { query: `word${number}`, found: 0 });
      if (number % 50 === 0) await app.services.counting.flush();
    }
    await app.services.counting.flush();
    const rows = app.database.sqlite.prepare('select words, asked from statistics_searches').all();
    expect(rows).toHaveLength(MOST_NAMES_A_DAY.words + 1);
    expect(rows).toContainEqual({ words: '', asked: 5 });
  });
});

describe('an address with nothing', () => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.http.inject({
      url,
      remoteAddress: someone().from,
      headers: { accept: 'text/html', 'user-agent': BROWSER, ...headers },
    });
  const missing = async () => (await ask(app.http, listMissingPages, { cookie })).body;

  test('is counted without its query, with the sites that link to it; our own links are told apart', async () => {
    await open('/2019/05/soup.html?fbclid=abc', { referer: 'https://cooks.example/list?private=1' });
    await open('/2019/05/soup.html', { referer: 'http://site.test/post/read' });
    await open('/post/gone');
    expect(await missing()).toEqual([
      {
        ...{ kind: 'page', path: '/2019/05/soup.html', asked: 2, ownAsked: 1 },
        ...{ hosts: ['cooks.example'], last: '2025-06-01', isLed: false },
      },
      { kind: 'page', path: '/post/gone', asked: 1, ownAsked: 0, hosts: [], last: '2025-06-01', isLed: false },
    ]);
  });

  test('that robots try stands in one line, and what is no page in none', async () => {
    for (const path of ['/wp-login.php', '/.env', '/.git/config', '/old.php', '/backup.sql', '/wp-content/x'])
      await open(path);
    for (const path of ['/favicon.png', '/app.js.map', '/ann@example.org', `/${'a'.repeat(400)}`]) await open(path);
    await open('/about-us.php', { referer: 'https://cooks.example/' });
    await open('/a-page', { accept: '*/*' });
    await open('/a-page', { 'sec-purpose': 'prefetch' });
    await open('/a-page', { 'user-agent': 'curl/8.0' });
    await open('/a-page', { cookie });
    expect((await missing()).map(({ kind, path, asked }) => [kind, path, asked])).toEqual([
      ['page', '/about-us.php', 1],
      ['probes', '', 6],
    ]);
  });

  test('that was a picture or lay in the uploads of WordPress counts where another site leads there', async () => {
    const [linked, shown] = ['/wp-content/uploads/2014/03/guide.pdf', '/content/images/2014/tea.jpg'];
    for (const path of [linked, shown, '/wp-content/plugins/x.php', '/wp-login.php']) {
      await open(path);
      await open(path, { referer: 'http://site.test/post/read' });
      await open(path, { referer: 'https://cooks.example/list', accept: 'image/avif,*/*;q=0.5' });
    }
    await open(linked, { referer: 'https://cooks.example/list' });
    await open('/apple-touch-icon.png', { referer: 'https://cooks.example/list' });
    await open('/a-page', { referer: 'https://cooks.example/list', accept: 'image/avif,*/*;q=0.5' });
    const found = await missing();
    expect(found.filter(({ kind }) => kind === 'page').map(({ path, asked }) => [path, asked])).toEqual([
      [shown, 1],
      [linked, 1],
    ]);
    expect(found.find(({ kind }) => kind === 'probes')?.asked).toBe(6);
  });

  test('one network fills with no more than its share of a day', async () => {
    const headers = { accept: 'text/html', 'user-agent': BROWSER };
    for (let number = 0; number < MOST_A_DAY.missing + 20; number += 1) {
      await app.http.inject({ url: `/nothing-${number}`, remoteAddress: '203.0.113.9', headers });
    }
    expect(await missing()).toHaveLength(MOST_A_DAY.missing);
  });
});

test('a post that is gone stays counted, and its readings are said to be of posts that are gone', async () => {
  await read(1);
  await read(2);
  app.database.sqlite.exec('delete from blog_posts where id = 2');
  const posts: ReadPost[] = (await ask(app.http, listReadPosts, { cookie })).body;
  expect(posts.map(({ id, title, readings }) => [id, title, readings])).toEqual([
    [2, null, 1],
    [1, 'Read', 1],
  ]);
  expect((await ask(app.http, getNiches, { cookie })).body.gone).toBe(1);
});

test('a niche stands with what it costs and holds', async () => {
  await read(1);
  await app.post({ slug: 'draft', published: false, categoryId: 2 });
  const call = { key: null, call: 'chat', bodyHash: 'h', providerId: null, model: 'm', runId: 'r', step: null };
  const cost = { promptTokens: 1, completionTokens: 1, costUsd: 4 };
  await startAiCall(app.database.db, { ...call, categoryId: 2 }, cost, app.clock.now());
  await startAiCall(app.database.db, call, { ...cost, costUsd: 1 }, app.clock.now());
  await startAiCall(app.database.db, { ...call, categoryId: 2 }, cost, app.clock.now() - 60 * DAY);
  const { categories, tags, unfiled } = (await ask(app.http, getNiches, { cookie })).body;
  expect(categories[0]).toMatchObject({ id: 2, readings: 1, posts: 1, drafts: 1, calls: 1, costUsd: 4 });
  expect(tags).toMatchObject([{ name: 'slow', readings: 1, before: 0 }]);
  expect(unfiled).toEqual({ calls: 1, costUsd: 1 });
});

test('those who follow are counted by the day they came and went', async () => {
  const insert = app.database.sqlite.prepare(
    'insert into newsletter_subscribers (email, subscribed, created_at, ended_at) values (?, ?, ?, ?)',
  );
  insert.run('a@x.example', 1, '2025-01-01T00:00:00.000Z', null);
  insert.run('b@x.example', 0, '2025-05-31T00:00:00.000Z', '2025-06-01T00:00:00.000Z');
  insert.run('c@x.example', 1, '2025-06-01T00:00:00.000Z', null);
  const { body } = await ask(app.http, getFollowers, { cookie, query: { range: '7d' } });
  expect(body).toMatchObject({ total: 2, before: 1 });
  expect(body.times.slice(-2)).toEqual([
    { at: '2025-05-31', joined: 1, left: 0, total: 2, mails: 0 },
    { at: '2025-06-01', joined: 1, left: 1, total: 2, mails: 0 },
  ]);
});

test('mails of letters count on the day their letter began, while it is on its way and when it is over', async () => {
  const { db, sqlite } = app.database;
  const insert = sqlite.prepare('insert into newsletter_subscribers (email, created_at) values (?, ?)');
  const readers = ['a@x.example', 'b@x.example'].map((email) =>
    Number(insert.run(email, '2025-01-01T00:00:00.000Z').lastInsertRowid),
  );
  const write = async (key: string, startsAt: string, sent: number) => {
    const letter = { key, kind: 'post' as const, audience: { kind: 'followers' as const }, postIds: [], subject: key };
    const id = (await insertLetter(db, { ...letter, startsAt: Date.parse(startsAt) }, app.clock.now())) ?? 0;
    const recipients = readers.map((subscriberId) => ({ subscriberId, topic: '', postIds: null }));
    await addRecipients(db, id, recipients, app.clock.now());
    for (const subscriberId of readers.slice(0, sent)) await markSent(db, { letterId: id, subscriberId }, 0);
    return id;
  };
  await endLetter(db, await write('over', '2025-05-31T12:00:00Z', 2), {
    ...{ state: 'done', reason: null, now: app.clock.now() },
  });
  await write('on its way', '2025-06-01T00:00:00Z', 1);
  await write('not begun', '2025-06-01T01:00:00Z', 0);
  const { body } = await ask(app.http, getFollowers, { cookie, query: { range: '7d' } });
  expect(body.times.slice(-3).map(({ at, mails }) => [at, mails])).toEqual([
    ['2025-05-30', 0],
    ['2025-05-31', 2],
    ['2025-06-01', 1],
  ]);
});

test('a table comes as CSV, in which no cell is a formula', async () => {
  await app.post({ id: undefined, slug: 'formula', title: '=HYPERLINK("evil")' } as object);
  await read(3);
  const url = `/api/statistics/tables/posts?range=7d`;
  const answer = await app.http.inject({ url, headers: { cookie } });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toBe(
    'title,slug,readings,readings_before,read_to_end\r\n"\'=HYPERLINK(""evil"")",formula,1,0,0\r\n',
  );
  const tables = downloadStatistics.params.shape.table.options;
  for (const table of tables) {
    const { statusCode, body } = await app.http.inject({ url: `/api/statistics/tables/${table}`, headers: { cookie } });
    expect([table, statusCode]).toEqual([table, 200]);
    expect(body).toMatch(/^[a-z_,]+\r\n/);
  }
});
