import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { readRefusal } from '#server/test-call.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ posts: [{ slug: 'tea', title: 'Tea' }] });
});
afterEach(() => app.close());

const find = async (from: string, url = '/api/search?q=tea') => app.http.inject({ url, remoteAddress: from });

/** Keeps the search thread out of the database, so that it cannot answer, until the returned function is called. */
function holdSearch(): () => void {
  const { sqlite } = app.database;
  sqlite.pragma('locking_mode = exclusive');
  sqlite.exec('update blog_posts set views = views');
  return () => {
    sqlite.pragma('locking_mode = normal');
    sqlite.prepare('select 1 from blog_posts').get();
  };
}

test('one client’s many searches at once are refused, told when to come again, and keep nobody else waiting', async () => {
  const go = holdSearch();
  const many = Array.from({ length: 30 }, () => find('10.0.0.1'));
  const refused = readRefusal(await find('10.0.0.1'));
  expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const page = await find('10.0.0.1', '/search?q=tea');
  expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '5']);
  expect(page.body).toContain('Failed to fetch search results');
  const others = ['10.0.0.2', '10.0.0.3'].map((address) => find(address));
  go();
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  // One search was under way, and ten waited.
  expect((await Promise.all(many)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(11);
});

test('ten searches at once from one address are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => find('10.0.0.1')));
  expect(answers.map((answer) => answer.json().length)).toEqual(Array(10).fill(1));
});
