import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { countView, getPost } from '#shared/contract/index.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { openDatabase } from '../db/open.ts';
import { DATABASE_FILE } from '../paths.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp({ posts: [{ slug: 'read', content: 'Read me.' }] });
  },
  () => app.close(),
);
/** A new day begins, on which nobody has read. */
beforeEach(async () => {
  await app.services.views.flush();
  app.clock.advance(DAY);
  app.database.sqlite.exec('update blog_posts set views = 0');
});

const params = { id: 1 };
const stored = async () => {
  await app.services.views.flush();
  return app.database.db.selectFrom('blog_posts').where('id', '=', 1).selectAll().executeTakeFirstOrThrow();
};

test('a reader counts once a day, however often the page is opened', async () => {
  for (let times = 0; times < 3; times += 1) await ask(app.http, countView, { params, from: '10.0.0.1' });
  await ask(app.http, countView, { params, from: '10.0.0.2' });
  expect((await stored()).views).toBe(2);
  app.clock.advance(DAY);
  await ask(app.http, countView, { params, from: '10.0.0.1' });
  expect((await stored()).views).toBe(3);
});

test('two browsers behind one address are two readers', async () => {
  await ask(app.http, countView, { params, headers: { 'user-agent': 'one' } });
  await ask(app.http, countView, { params, headers: { 'user-agent': 'two' } });
  expect((await stored()).views).toBe(2);
});

test('sixty browsers that one client makes up are ten readers', async () => {
  for (let number = 0; number < 60; number += 1) {
    await ask(app.http, countView, { params, headers: { 'user-agent': `made up ${number}` } });
  }
  expect((await stored()).views).toBe(10);
});

test('an office of some readers behind one address still counts', async () => {
  const office = ['Firefox', 'Chrome', 'Safari', 'Edge', 'Firefox on a phone', 'Chrome on a phone'];
  for (const userAgent of [...office, ...office]) {
    await ask(app.http, countView, { params, headers: { 'user-agent': userAgent } });
  }
  expect((await stored()).views).toBe(office.length);
});

test('a header that names another address makes no other reader', async () => {
  for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
    const headers = { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address };
    await ask(app.http, countView, { params, headers });
  }
  expect((await stored()).views).toBe(1);
});

test('behind a trusted proxy the reader is the one it names', async () => {
  onTestFinished(beginAnew);
  await app.close();
  app = await createTestApp({ posts: [{}], env: { TRUST_PROXY: '1' } });
  for (const address of ['1.1.1.1', '2.2.2.2']) {
    await ask(app.http, countView, { params, headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } });
  }
  expect((await stored()).views).toBe(2);
});

test('the owner’s own reading does not count', async () => {
  await ask(app.http, countView, { params, cookie: await app.signIn() });
  expect((await stored()).views).toBe(0);
});

test('a post that does not exist is not counted', async () => {
  expect(await refused(app.http, countView, { params: { id: 99 } })).toMatchObject({
    status: 404,
    code: 'post_not_found',
  });
});

test('a number of readings that is sent along is not read', async () => {
  await ask(app.http, countView, { params, body: { views: 1000, id: 2 } });
  expect((await stored()).views).toBe(1);
});

test('what was counted is written when the server stops', async () => {
  await ask(app.http, countView, { params });
  await app.close({ keepFolder: true });
  app = await createTestApp({ folder: app.folder });
  expect((await ask(app.http, getPost, { params: { slug: 'read' } })).body.views).toBe(1);
});

test('counting touches neither the post’s version nor the time of its last change', async () => {
  const before = await stored();
  app.clock.advance(1000);
  await ask(app.http, countView, { params });
  expect(await stored()).toEqual({ ...before, views: 1 });
});

test('a kept page goes on being answered, and its number is ten minutes old at the most', async () => {
  await beginAnew();
  const page = async () => (await app.http.inject('/post/read')).body;
  const shown = /\d views?</;
  expect(await page()).not.toMatch(shown);
  await ask(app.http, countView, { params });
  await stored();
  app.clock.advance(10 * 60_000 - 1000);
  expect(await page()).not.toMatch(shown);
  expect(app.cache.hits).toBe(1);
  app.clock.advance(1000);
  expect(await page()).toContain('1 view');
  app.clock.advance(DAY);
  await page();
  expect(app.cache.hits).toBe(2);
});

test('the page of a post with letters beyond ASCII in its address gets its number too', async () => {
  const id = await app.post({ slug: 'café ü' });
  const url = `/post/${encodeURIComponent('café ü')}`;
  await app.http.inject(url);
  await ask(app.http, countView, { params: { id } });
  await stored();
  app.clock.advance(10 * 60_000);
  expect((await app.http.inject(url)).body).toContain('1 view');
});

test('readings are kept while another process holds the database, and written when it lets go', async () => {
  const other = openDatabase(`${app.folder}/${DATABASE_FILE}`);
  const patience = app.database.sqlite.pragma('busy_timeout', { simple: true });
  app.database.sqlite.pragma('busy_timeout = 1');
  onTestFinished(() => void app.database.sqlite.pragma(`busy_timeout = ${patience}`));
  other.sqlite.exec('begin immediate');
  await ask(app.http, countView, { params });
  await app.services.views.flush();
  other.sqlite.exec('rollback');
  await other.close();
  expect((await stored()).views).toBe(1);
});

test('no address and no user agent is kept anywhere', async () => {
  await ask(app.http, countView, { params, from: '203.0.113.77', headers: { 'user-agent': 'Peculiar/1.0' } });
  await stored();
  const tables = app.database.sqlite
    .prepare("select name from sqlite_schema where type = 'table' and sql is not null and name not like 'post_search%'")
    .pluck()
    .all();
  const rows = tables.map((table) => app.database.sqlite.prepare(`select * from "${String(table)}"`).all());
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113\.77|Peculiar/);
});
